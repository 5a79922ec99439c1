import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrate, hydrated } from '../support/arrival'
import { listenTo } from '../support/listener'
import { useSite } from '../support/site'

/*
 * Journeys of whoever hears a page. Each list is what a screen reader says, in its order: the role in the words of ARIA, then the name and
 * what else is known. `page` is the title with which a page begins; `polite` and `assertive` are said without being looked for.
 */
const site = useSite({ expected: /status of 404|^404 / })

const HEARD = {
  ko: {
    notices: 'page, 공지사항: 업데이트와 점검 안내 | VCP-X',
    beginning: [
      'document',
      'link, 본문 바로가기',
      'region, 쿠키 안내',
      'heading, 쿠키 안내, level 2',
      '홈페이지 운영에 필요한 필수 쿠키를 사용합니다. 기능성 쿠키는 허용하신 경우에만 사용합니다.',
      'link, 개인정보 처리방침',
      'link, 설정',
      'button, 거부',
      'button, 동의',
      'banner',
    ],
    stops: ['link, 본문 바로가기', 'link, 개인정보 처리방침', 'link, 설정'],
    settings: ['dialog, 쿠키 설정', 'button, 닫기'],
    kinds: [
      'summary, 필수 쿠키 항상 허용, collapsed',
      'summary, 기능성 쿠키, collapsed',
      '기능성 쿠키 허용',
      'switch, 기능성 쿠키 허용, not checked',
      'button, 저장',
    ],
    settled: ['link, 설정', 'button, 거부', 'button, 동의', 'main'],
    maintenance: '점검',
    maintenanceFound: 'polite: 총 4건',
    table: ['table, 공지사항', 'columnheader, 분류', 'columnheader, 제목', 'columnheader, 등록일', 'cell, 점검'],
    urgent: '긴급 점검 완료 및 원인 안내',
    entry: ['article', '점검', 'heading, 긴급 점검 완료 및 원인 안내, level 1', '2026. 10. 7.'],
    waysOn: [
      'navigation, 이전 글과 다음 글',
      'link, 이전 배터리 여권, 무엇을 준비해야 하나요?',
      'link, 다음 공개 API 인증 방식 변경 안내',
      'link, 목록',
      'link, 맨 위로',
    ],
    next: '다음 공개 API 인증 방식 변경 안내',
    nextTitle: 'polite: 공개 API 인증 방식 변경 안내 | VCP-X',
    list: '목록',
    back: 'polite: 공지사항: 업데이트와 점검 안내 | VCP-X',
    questions: 'page, FAQ: 이용 방법, 계정과 요금 | VCP-X',
    billing: '요금',
    billingFound: 'polite: 총 4건',
    question: 'Q 계약을 해지하면 데이터는 어떻게 되나요?',
    answerTitle: 'polite: 계약을 해지하면 데이터는 어떻게 되나요? | VCP-X',
    answer: ['article', '요금', 'heading, 계약을 해지하면 데이터는 어떻게 되나요?, level 1'],
    policy: 'page, 개인정보 처리방침 | VCP-X',
    inForce: [
      'main',
      'heading, 개인정보 처리방침, level 1',
      '홈페이지에서 개인정보를 처리하는 기준을 안내합니다.',
      '시행 중',
      '시행일 2025년 7월 1일',
    ],
    earlier: '2024년 6월 17일 버전',
    earlierTitle: 'polite: 개인정보 처리방침, 2024년 6월 17일 버전 | VCP-X',
    superseded: [
      '이전 버전',
      '시행일 2024년 6월 17일',
      'separator',
      '이후 버전으로 대체된 문서입니다.',
      'link, 시행 중인 버전 보기',
    ],
    toInForce: '시행 중인 버전 보기',
    inForceTitle: 'polite: 개인정보 처리방침, 2025년 7월 1일 버전 | VCP-X',
    versions: '전체 버전',
    versionList: [
      'summary, 전체 버전, expanded',
      'list',
      'link, 2025년 7월 1일 버전, current page',
      '시행 중',
      'link, 2024년 6월 17일 버전',
      '이전 버전',
      'link, 2024년 6월 17일 버전과 비교',
      'link, 2023년 6월 19일 버전',
      '이전 버전',
      'link, 2023년 6월 19일 버전과 비교',
      'link, 맨 위로',
    ],
    compare: '2024년 6월 17일 버전과 비교',
    compareTitle: 'polite: 2024년 6월 17일 버전과 비교 | 개인정보 처리방침 | VCP-X',
    changes: [
      '2024년 6월 17일 버전 이후 달라진 내용입니다. 추가된 부분은 밑줄로, 삭제된 부분은 취소선으로 표시합니다. 제목이 바뀌거나 통합·분할된 조항은 삭제와 신설로 표시될 수 있습니다.',
      'link, 전체 내용 보기',
      'heading, 제1조 (수집 목적) 신설, level 2',
      '제1조 (수집 목적)',
      '신설',
      'insertion',
    ],
    error: [
      'document',
      'link, 본문 바로가기',
      'banner',
      'link, VCP-X',
      'main',
      'heading, 일시적인 오류가 발생했습니다., level 1',
      '잘못된 접근이거나 요청하신 페이지를 찾을 수 없습니다.',
      'list',
      '입력하신 주소가 정확한지 다시 한번 확인해 주세요.',
      '오류가 계속되면 고객지원(',
      'link, 02-000-0000',
      ')으로 문의해 주세요.',
      'link, 메인 페이지로',
      'contentinfo',
      '주식회사 브이씨피엑스(예시)',
      'navigation, 언어',
      'list',
      'link, 한국어, current item',
      '[en] link, English',
    ],
    errorTitle: 'page, 일시적인 오류가 발생했습니다. | VCP-X',
    loading: 'polite: 불러오는 중입니다…',
  },
  en: {
    notices: 'page, Notices: releases and maintenance | VCP-X',
    beginning: [
      'document',
      'link, Skip to content',
      'region, Cookies on this website',
      'heading, Cookies on this website, level 2',
      'Essential cookies keep this website working. We use functional cookies only if you allow them.',
      'link, Privacy Policy',
      'link, Settings',
      'button, Reject',
      'button, Accept',
      'banner',
    ],
    stops: ['link, Skip to content', 'link, Privacy Policy', 'link, Settings'],
    settings: ['dialog, Cookie settings', 'button, Close'],
    kinds: [
      'summary, Essential cookies Always allowed, collapsed',
      'summary, Functional cookies, collapsed',
      'Allow functional cookies',
      'switch, Allow functional cookies, not checked',
      'button, Save',
    ],
    settled: ['link, Settings', 'button, Reject', 'button, Accept', 'main'],
    maintenance: 'Maintenance',
    maintenanceFound: 'polite: 4 in total',
    table: [
      'table, Notice',
      'columnheader, Category',
      'columnheader, Title',
      'columnheader, Registration date',
      'cell, Maintenance',
    ],
    urgent: 'Urgent maintenance completed: what happened',
    entry: ['article', 'Maintenance', 'heading, Urgent maintenance completed: what happened, level 1', 'Oct 7, 2026'],
    waysOn: [
      'navigation, Previous and next entry',
      'link, Previous Battery passport: what to prepare',
      'link, Next Public API: authentication change',
      'link, List',
      'link, Back to top',
    ],
    next: 'Next Public API: authentication change',
    nextTitle: 'polite: Public API: authentication change | VCP-X',
    list: 'List',
    back: 'polite: Notices: releases and maintenance | VCP-X',
    questions: 'page, FAQ: using the service, accounts, billing | VCP-X',
    billing: 'Billing',
    billingFound: 'polite: 4 in total',
    question: 'Q What happens to our data if we cancel?',
    answerTitle: 'polite: What happens to our data if we cancel? | VCP-X',
    answer: ['article', 'Billing', 'heading, What happens to our data if we cancel?, level 1'],
    policy: 'page, Privacy Policy | VCP-X',
    inForce: [
      'main',
      'heading, Privacy Policy, level 1',
      'How personal information is handled on this website.',
      'In force',
      'Effective July 1, 2025',
    ],
    earlier: 'Version of June 17, 2024',
    earlierTitle: 'polite: Privacy Policy, version of June 17, 2024 | VCP-X',
    superseded: [
      'Superseded',
      'Effective June 17, 2024',
      'separator',
      'This version has been replaced by a later one.',
      'link, Read the version in force',
    ],
    toInForce: 'Read the version in force',
    inForceTitle: 'polite: Privacy Policy, version of July 1, 2025 | VCP-X',
    versions: 'All versions',
    versionList: [
      'summary, All versions, expanded',
      'list',
      'link, Version of July 1, 2025, current page',
      'In force',
      'link, Version of June 17, 2024',
      'Superseded',
      'link, Compare with the version of June 17, 2024',
      'link, Version of June 19, 2023',
      'Superseded',
      'link, Compare with the version of June 19, 2023',
      'link, Back to top',
    ],
    compare: 'Compare with the version of June 17, 2024',
    compareTitle: 'polite: Compare with the version of June 17, 2024 | Privacy Policy | VCP-X',
    changes: [
      'Changes since the version of June 17, 2024. Added text is underlined, removed text is struck through. An article that has been renamed, merged or split may appear as removed and new.',
      'link, Read the full text',
      'heading, Article 1. Purpose of collection New, level 2',
      'Article 1. Purpose of collection',
      'New',
      'insertion',
    ],
    error: [
      'document',
      'link, Skip to content',
      'banner',
      'link, VCP-X',
      'main',
      'heading, A temporary error occurred., level 1',
      'Invalid access or the page you requested could not be found.',
      'list',
      'Please check that the address is correct.',
      'If the error continues, please call our customer service center at',
      'link, 02-000-0000',
      '.',
      'link, Go to Main page',
      'contentinfo',
      'VCP-X Example Co., Ltd.',
      'navigation, Language',
      'list',
      '[ko] link, 한국어',
      'link, English, current item',
    ],
    errorTitle: 'page, A temporary error occurred. | VCP-X',
    loading: 'polite: Loading…',
  },
} as const

/** Dates of the first content follow the day of the test. */
const DATE = /^(?:\d{4}\. \d{1,2}\. \d{1,2}\.|[A-Z][a-z]{2} \d{1,2}, \d{4})$/
const withoutDates = (phrases: readonly string[]) => phrases.filter((phrase) => !DATE.test(phrase))

test.each(['ko', 'en'] as const)(
  'a visitor decides on cookies, finds a notice and an answer, and reads which policy is in force and what changed, in %s',
  async (language) => {
    const words = HEARD[language]
    const page = await site.visit(language)
    const ear = await listenTo(page)
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first()
    // Only a slow page says that it is loading.
    const hears = async (last: string) => (await ear.hears(last)).filter((phrase) => phrase !== words.loading)
    const open = async (control: Locator, last: string) => {
      const name = await ear.goTo(control)
      await page.keyboard.press('Enter')
      return [...name, ...(await hears(last))]
    }
    const reload = async (path: string, title: string) => {
      await page.goto(path)
      expect(await hears(title)).toEqual([title])
      await hydrate(page)
    }

    // The cookies are asked about before the page, and nothing is in the way of who decides later.
    await page.goto('/support/notice')
    expect(await hears(words.notices)).toEqual([words.notices])
    expect((await ear.read()).slice(0, words.beginning.length)).toEqual(words.beginning)
    expect(await ear.press('Tab', 'Tab', 'Tab')).toEqual(words.stops)
    expect(await ear.press('Enter')).toEqual(words.settings)
    expect((await ear.read('#cookie-settings')).slice(-words.kinds.length)).toEqual(words.kinds)
    expect(await ear.press('Escape', 'Tab', 'Tab', 'Enter')).toEqual(words.settled)
    await hydrated(page)

    // A category says how much it has; the table follows.
    expect(await open(link(words.maintenance), words.maintenanceFound)).toEqual([
      `link, ${words.maintenance}`,
      words.maintenanceFound,
    ])
    expect((await ear.read('main table')).slice(0, words.table.length)).toEqual(words.table)
    expect(await open(link(words.urgent), `polite: ${words.urgent} | VCP-X`)).toEqual([
      `link, ${words.urgent}`,
      'main',
      `polite: ${words.urgent} | VCP-X`,
    ])
    expect(withoutDates(await ear.read('main article')).slice(0, 3)).toEqual(withoutDates(words.entry))
    expect((await ear.read('main')).slice(-words.waysOn.length)).toEqual(words.waysOn)
    expect(await open(link(words.next), words.nextTitle)).toEqual([`link, ${words.next}`, 'main', words.nextTitle])
    expect(await open(link(words.list), words.back)).toEqual([`link, ${words.list}`, 'main', words.back])

    await reload('/support/faq', words.questions)
    expect(await open(link(words.billing), words.billingFound)).toEqual([`link, ${words.billing}`, words.billingFound])
    expect(await open(link(words.question), words.answerTitle)).toEqual([
      `link, ${words.question}`,
      'main',
      words.answerTitle,
    ])
    expect((await ear.read('main article')).slice(0, words.answer.length)).toEqual(words.answer)

    await reload('/privacy-policy', words.policy)
    expect((await ear.read('main')).slice(0, words.inForce.length)).toEqual(words.inForce)
    expect(await open(link(words.earlier), words.earlierTitle)).toEqual([
      `link, ${words.earlier}`,
      'main',
      words.earlierTitle,
    ])
    expect((await ear.read('main')).slice(3, 3 + words.superseded.length)).toEqual(words.superseded)
    expect(await open(link(words.toInForce), words.inForceTitle)).toEqual([
      `link, ${words.toInForce}`,
      'main',
      words.inForceTitle,
    ])
    await ear.goTo(page.locator('main summary', { hasText: words.versions }))
    await ear.press('Enter')
    expect((await ear.read('main')).slice(-words.versionList.length)).toEqual(words.versionList)
    expect(await open(link(words.compare), words.compareTitle)).toEqual([
      `link, ${words.compare}`,
      'main',
      words.compareTitle,
    ])
    expect((await ear.read('main article')).slice(1, 1 + words.changes.length)).toEqual(words.changes)

    await page.goto('/nowhere')
    expect(await hears(words.errorTitle)).toEqual([words.errorTitle])
    expect(await ear.read()).toEqual(words.error)
  },
)
