import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFirstContent } from '../../../functions/cli/first-content.ts'
import { MAINTENANCE_KEY } from '../../../functions/contract/maintenance.ts'
import { ADMIN_TOKEN } from '../../support/operator'
import { startSite, type Site } from '../../support/site'
import { SALES, sendInquiry } from '../../support/visitor-calls'
import { REPLY_DOMAIN } from '../../support/visitor-mail'
import { hydrate } from '../support/arrival'
import { beginForm, pdf } from '../support/form'
import { type Listener, listenTo } from '../support/listener'
import { signIn } from '../support/operator'
import { useSite } from '../support/site'

/* What visitors and operators hear of an inquiry, as in visitor.test.ts. */
let worker: Site
let closed: Site
beforeAll(async () => {
  const vars = { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN }
  ;[worker, closed] = await Promise.all([startSite({ vars }), startSite()])
  const start = new Date(Date.now() - 3_600_000).toISOString()
  const entry = { start, hours: 3, reason_ko: '데이터베이스 교체', reason_en: 'Change of the database' }
  await closed.env.CACHE.put(MAINTENANCE_KEY, JSON.stringify(entry))
  await loadFirstContent(worker.env.DB, new Date())
})
afterAll(() => Promise.all([worker.close(), closed.close()]))
const site = useSite({ origin: () => worker.url.origin, expected: /status of (?:409|422|503)|^(?:409|422|503) / })

const HEARD = {
  ko: {
    sales: 'page, 도입 문의: 상담과 견적 | VCP-X',
    form: [
      'form, 도입 문의 양식',
      '* 표시가 있는 항목은 필수 입력 항목입니다.',
      'group, 연락처',
      '연락처',
      '답변을 받으실 분의 정보입니다.',
      '담당자',
      'textbox, 담당자, required',
      '회사(소속)',
      'textbox, 회사(소속), required',
      '국가 번호',
      'combobox, 국가 번호, 대한민국 (+82), has popup listbox, not expanded, required',
    ],
    countries: [
      'combobox, 국가 번호, has popup listbox, expanded, active descendant 대한민국 (+82), autocomplete in list, 1 control',
      'polite: 국가 1개를 찾았습니다.',
    ],
    country: '일본',
    chosen: 'combobox, 국가 번호, 일본 (+81), has popup listbox, not expanded, required',
    left: ['textbox, 내용, required', 'polite: 200자 더 입력할 수 있습니다', 'polite: 10자 더 입력할 수 있습니다'],
    chooser:
      'button, 첨부 파일: 파일 선택, 최대 5개까지, 파일당 10 MB 이하로 첨부할 수 있습니다. PPT, PPTX, PDF, JPG, JPEG, PNG, DOC, DOCX, XLS, XLSX.',
    attached: 'polite: 5개 중 1개 첨부됨',
    files: ['list, 첨부한 파일', '견적.pdf', '1 KB', 'button, 견적.pdf 삭제'],
    remove: '견적.pdf 삭제',
    removed: 'polite: 견적.pdf 파일을 삭제했습니다.',
    submit: '제출',
    mistake: [
      'assertive: 올바른 이메일 형식으로 입력해 주세요',
      'textbox, 이메일, kim@, 올바른 이메일 형식으로 입력해 주세요, invalid, required',
    ],
    sending: [
      'polite: 파일을 보내는 중입니다: 0%',
      'polite: 파일을 보내는 중입니다: 100%',
      'polite: 문의를 보내는 중입니다…',
      'page, 문의가 등록되었습니다. | VCP-X',
    ],
    confirmed: [
      'heading, 문의가 등록되었습니다., level 1',
      '입력하신 이메일로 곧 답변을 보내 드리겠습니다.',
      '접수 번호',
    ],
    delivered: [
      '처리 현황',
      'status',
      '담당자에게 전달되었습니다.',
      '처리 현황을 나중에 확인하시려면 이 번호를 보관해 두세요.',
    ],
    partnership: 'page, 제휴 제안: 파트너십 문의 | VCP-X',
    proposal: [
      'form, 제휴 제안 양식',
      '* 표시가 있는 항목은 필수 입력 항목입니다.',
      'group, 제안 내용',
      '제안 내용',
      '협력 방식과 계획을 알려 주세요.',
      '제휴 유형',
      'button, 제휴 유형 안내, 고객사 솔루션을 이용하면서 협력도 제안하려는 경우입니다. 파트너사 솔루션의 판매나 도입 지원, 시스템 연동, 전문 서비스 제공으로 협력하려는 경우입니다.',
      'combobox, 제휴 유형, has popup listbox, not expanded, required',
    ],
    choosers: ['button, 제안서: 파일 선택', 'button, 회사 소개서: 파일 선택'],
    refusal: [
      'assertive: 제휴 유형을 선택해 주세요',
      'combobox, 제휴 유형, 제휴 유형을 선택해 주세요, has popup listbox, not expanded, invalid, required',
    ],
    proposed: 'page, 제휴 제안이 등록되었습니다. | VCP-X',
    overview: 'page, 현황 | 사이트 관리',
    waits: ['heading, 신규, level 2', 'link, 신규'],
    inbox: 'page, 문의 | 사이트 관리',
    arrival: 'polite: 새 문의 1건이 접수되었습니다. 새로고침',
    open: 'page, 신규 | 들리는 문의 | 사이트 관리',
    subject: '들리는 문의',
    answer: '비용은 무료입니다.',
    textbox: 'textbox, 내용, 고객에게 이메일로 발송되며, 고객이 마지막으로 보낸 내용이 아래에 인용됩니다.',
    draft: 'polite: 저장됨(첨부 파일 제외)',
    send: '보내기',
    answered: 'page, 답변 완료 | 들리는 문의 | 사이트 관리',
    thread: ['region, 대화', 'heading, 대화, level 2', 'list', 'article', '답변 · 이 컴퓨터의 운영자'],
    process: '처리 완료로 표시',
    processed: 'page, 처리 완료 | 들리는 문의 | 사이트 관리',
    notices: 'page, 공지사항 | 사이트 관리',
    write: '새 공지 쓰기',
    untitled: 'page, (제목 없음) | 사이트 관리',
    saved: ['polite: 저장하고 있습니다.', 'polite: 저장되었습니다.'],
    publish: '지금 게시',
    title: 'heading, 들리는 공지, level 1',
    refused: ['page, 들리는 공지 | 사이트 관리', 'alert, 게시할 수 없습니다'],
    published: /^page, 게시되었습니다\. 60초 안에 방문자에게 보입니다\. \| .+ \| 사이트 관리$/,
    conflict: 'polite: 다른 사람이 먼저 저장했습니다. ‘임시 저장’을 누르면 두 내용을 확인할 수 있습니다.',
    maintenance: 'page, 서비스 점검 중입니다 | VCP-X',
    closed: [
      'main',
      'heading, 서비스 점검 중입니다, level 1',
      '서비스 중단으로 불편을 드려 죄송합니다.',
      '잠시 후 다시 이용해 주세요.',
      '점검 시간',
      '시작',
    ],
    end: '종료(예정)',
    reason: ['점검 사유', '데이터베이스 교체'],
    languages: ['navigation, 언어', 'list', 'link, 한국어, current item', '[en] link, English'],
  },
  en: {
    sales: 'page, Sales inquiry: talk to our team | VCP-X',
    form: [
      'form, Sales inquiry form',
      'Fields marked with * are required.',
      'group, Contact details',
      'Contact details',
      'Where we send our answer.',
      'Contact person',
      'textbox, Contact person, required',
      'Company (affiliation)',
      'textbox, Company (affiliation), required',
      'Country code',
      'combobox, Country code, United States (+1), has popup listbox, not expanded, required',
    ],
    countries: [
      'combobox, Country code, has popup listbox, expanded, active descendant United States (+1), autocomplete in list, 1 control',
      'polite: Countries found: 1',
    ],
    country: 'Japan',
    chosen: 'combobox, Country code, Japan (+81), has popup listbox, not expanded, required',
    left: ['textbox, Content, required', 'polite: 200 characters left', 'polite: 10 characters left'],
    chooser:
      'button, Attachments: Choose file, Up to 5 files, at most 10 MB each. PPT, PPTX, PDF, JPG, JPEG, PNG, DOC, DOCX, XLS, XLSX.',
    attached: 'polite: 1 of 5 attached',
    files: ['list, Attached files', '견적.pdf', '1 KB', 'button, Remove 견적.pdf'],
    remove: 'Remove 견적.pdf',
    removed: 'polite: 견적.pdf was removed.',
    submit: 'Submit',
    mistake: [
      'assertive: Please enter a valid email format',
      'textbox, E-mail, kim@, Please enter a valid email format, invalid, required',
    ],
    sending: [
      'polite: Sending your files: 0%',
      'polite: Sending your files: 100%',
      'polite: Sending your inquiry…',
      'page, Your inquiry has been registered. | VCP-X',
    ],
    confirmed: [
      'heading, Your inquiry has been registered., level 1',
      'An answer will soon be sent to the e-mail address you entered.',
      'Receipt number',
    ],
    delivered: ['Status', 'status', 'Passed to our team.', 'Keep this number to check the status later.'],
    partnership: 'page, Partnership proposal | VCP-X',
    proposal: [
      'form, Partnership proposal form',
      'Fields marked with * are required.',
      'group, Your proposal',
      'Your proposal',
      'Describe the form of cooperation and your plan.',
      'Partnership type',
      'button, About partnership types, Customer You use or want to use our solutions, and propose a partnership as well. Partner You want to sell or implement our solutions, connect systems to them, or complement them with your own services.',
      'combobox, Partnership type, has popup listbox, not expanded, required',
    ],
    choosers: ['button, Proposal: Choose file', 'button, Company profile: Choose file'],
    refusal: [
      'assertive: Please select the partnership type',
      'combobox, Partnership type, Please select the partnership type, has popup listbox, not expanded, invalid, required',
    ],
    proposed: 'page, Your partnership proposal has been registered. | VCP-X',
    overview: 'page, Overview | Site admin',
    waits: ['heading, New, level 2', 'link, New'],
    inbox: 'page, Inquiries | Site admin',
    arrival: 'polite: New inquiries: 1. Show them',
    open: 'page, New | An inquiry to hear | Site admin',
    subject: 'An inquiry to hear',
    answer: 'It is free.',
    textbox: 'textbox, Text, The visitor receives it by e-mail, with the visitor’s latest message quoted below.',
    draft: 'polite: Saved, without files',
    send: 'Send',
    answered: 'page, Answered | An inquiry to hear | Site admin',
    thread: [
      'region, Conversation',
      'heading, Conversation, level 2',
      'list',
      'article',
      'Answer by an operator on this machine',
    ],
    process: 'Mark as processed',
    processed: 'page, Processed | An inquiry to hear | Site admin',
    notices: 'page, Notices | Site admin',
    write: 'Write a notice',
    untitled: 'page, (No title) | Site admin',
    saved: ['polite: Saving.', 'polite: Saved.'],
    publish: 'Publish now',
    title: '[ko] heading, 들리는 공지, level 1',
    refused: ['page, 들리는 공지 | Site admin', 'alert, This cannot be published'],
    published: /^page, Published\. Visitors see it within 60 seconds\. \| .+ \| Site admin$/,
    conflict: 'polite: Someone else saved first. Press Save draft to see both texts.',
    maintenance: 'page, We are under maintenance | VCP-X',
    closed: [
      'main',
      'heading, We are under maintenance, level 1',
      'We apologize for the inconvenience caused by the service interruption.',
      'Please try again later.',
      'Work window',
      'Start',
    ],
    end: 'End (expected)',
    reason: ['Reason', 'Change of the database'],
    languages: ['navigation, Language', 'list', '[ko] link, 한국어', 'link, English, current item'],
  },
} as const
type Words = (typeof HEARD)['ko' | 'en']

/** Which steps of a fast upload are seen follows the line. */
const BETWEEN = /(?:25|50|75)%$/

const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`)
const choose = async (page: Page, name: string, value: string) => {
  await field(page, name).focus()
  await field(page, name).selectOption(value)
}

async function fillIn(page: Page, mail: string): Promise<void> {
  for (const [name, text] of [
    ['user_name', 'Kim'],
    ['company_name', 'Gaon'],
    ['phone_number', '03-1234-5678'],
    ['inquiry_mail', mail],
    ['subject', 'A question'],
    ['content', 'What does it cost?'],
  ] as const)
    await field(page, name).fill(text)
  await field(page, 'privacy_consent').press('Space')
}

/** What is heard from the button on, and nothing before it. */
async function submit(page: Page, ear: Listener, words: Words, last: string): Promise<string[]> {
  const button = page.getByRole('button', { name: words.submit, exact: true })
  expect(await ear.goTo(button)).toEqual([`button, ${words.submit}`])
  await page.keyboard.press('Enter')
  return (await ear.hears(last)).filter((phrase) => !BETWEEN.test(phrase))
}

test.each(['ko', 'en'] as const)(
  'a visitor sends an inquiry with a file and a mistake in the middle, and a proposal, in %s',
  async (language) => {
    const words = HEARD[language]
    const page = await site.visit(language)
    const ear = await listenTo(page)
    await page.goto('/support/request')
    expect(await ear.hears(words.sales)).toEqual([words.sales])
    await hydrate(page)
    expect((await ear.read('main form')).slice(0, words.form.length)).toEqual(words.form)
    expect(await page.getByRole('status').count(), 'for the page, the form and its files').toBe(3)

    await beginForm(page)
    await ear.goTo(field(page, 'country_code'))
    await page.keyboard.press('Enter')
    await page.keyboard.insertText(words.country)
    expect(await ear.hears(words.countries[1])).toEqual(words.countries)
    expect(await ear.press('Enter')).toEqual([words.chosen])

    expect(await ear.goTo(field(page, 'content'))).toEqual([words.left[0]])
    await page.keyboard.type('Nobody wants to hear a number a letter')
    expect(await ear.press('.')).toEqual([])
    await field(page, 'content').fill('a'.repeat(1850))
    await page.keyboard.press('End')
    await field(page, 'content').fill('a'.repeat(1995))
    expect(await ear.hears(words.left[2])).toEqual(words.left.slice(1))
    await field(page, 'content').fill('')

    expect(await ear.goTo(field(page, 'files'))).toEqual([words.chooser])
    await field(page, 'files').setInputFiles(pdf('견적.pdf'))
    expect(await ear.hears(words.attached)).toEqual([words.attached])
    const listed = (await ear.read('main form')).join('\n')
    expect(listed).toContain(words.files.join('\n'))
    await ear.goTo(page.getByRole('button', { name: words.remove }))
    await page.keyboard.press('Enter')
    expect(await ear.hears(words.chooser)).toEqual([words.removed, words.chooser])
    await field(page, 'files').setInputFiles(pdf('견적.pdf'))
    await ear.hears(words.attached)

    await fillIn(page, 'kim@')
    await choose(page, 'inquiry_type', 'quote')
    await ear.goTo(field(page, 'privacy_consent'))
    expect(await submit(page, ear, words, words.mistake[1])).toEqual(words.mistake)
    expect(await page.locator(':focus').getAttribute('name')).toBe('inquiry_mail')
    await page.keyboard.press('End')
    await page.keyboard.type('gaon.example')
    expect(await submit(page, ear, words, words.sending[3])).toEqual(words.sending)
    const confirmed = await ear.read('main')
    const receipt = new URL(page.url()).searchParams.get('receipt')
    expect(confirmed.join('\n')).toContain([...words.confirmed, receipt].join('\n'))
    expect(confirmed.join('\n')).toContain(words.delivered.join('\n'))

    await page.goto('/support/affiliate')
    expect(await ear.hears(words.partnership)).toEqual([words.partnership])
    await hydrate(page)
    const form = await ear.read('main form')
    expect(form.slice(0, words.proposal.length)).toEqual(words.proposal)
    for (const chooser of words.choosers) expect(form.filter((phrase) => phrase.startsWith(chooser))).toHaveLength(1)
    await fillIn(page, 'kim@gaon.example')
    await ear.goTo(field(page, 'privacy_consent'))
    expect(await submit(page, ear, words, words.refusal[1])).toEqual(words.refusal)
    await choose(page, 'recipient_type', 'partner')
    await ear.goTo(field(page, 'privacy_consent'))
    expect((await submit(page, ear, words, words.proposed)).at(-1)).toBe(words.proposed)
  },
)

test.each(['ko', 'en'] as const)(
  'an operator hears that an inquiry waits, answers it, marks it processed, and publishes a notice, in %s',
  async (language) => {
    const words = HEARD[language]
    const page = await signIn(site, language)
    const ear = await listenTo(page)
    const press = async (control: Locator, last: string | RegExp) => {
      await ear.goTo(control)
      await page.keyboard.press('Enter')
      return ear.hears(last)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await page.goto('/admin')
    expect(await ear.hears(words.overview)).toEqual([words.overview])
    expect((await ear.read('main')).join('\n')).toContain(words.waits.join('\n'))
    await page.goto('/admin/inquiries')
    expect(await ear.hears(words.inbox)).toEqual([words.inbox])
    await sendInquiry(worker, { ...SALES, subject: words.subject })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(await ear.hears(words.arrival)).toEqual([words.arrival])
    await page.reload()

    expect((await press(page.getByRole('link', { name: words.subject }).first(), words.open)).at(-1)).toBe(words.open)
    const editor = page.locator('form[data-draft] .rich-text')
    await editor.waitFor()
    expect((await ear.goTo(editor)).at(-1)).toContain(words.textbox)
    await page.keyboard.type(words.answer)
    expect(await ear.hears(words.draft)).toEqual([words.draft])
    expect((await press(button(words.send), words.answered)).at(-1)).toBe(words.answered)
    const thread = await ear.read('section[aria-labelledby=conversation]')
    expect(thread.slice(0, words.thread.length)).toEqual(words.thread)
    expect(thread).toContain(words.answer)
    expect((await press(button(words.process), words.processed)).at(-1)).toBe(words.processed)

    await page.goto('/admin/notices')
    expect(await ear.hears(words.notices)).toEqual([words.notices])
    expect((await press(button(words.write), words.untitled)).at(-1)).toBe(words.untitled)
    await page.locator('[data-editor] .rich-text').first().waitFor()
    await ear.goTo(page.locator('#subject'))
    await page.keyboard.type('들리는 공지')
    expect(await ear.hears(words.saved[1])).toEqual(words.saved)
    await ear.goTo(button(words.publish))
    await page.keyboard.press('Enter')
    expect(await ear.hears(words.refused[1])).toEqual(words.refused)
    expect(await ear.read('main')).toContain(words.title)
    for (const [name, text] of [
      ['#subject', '들리는 공지'],
      ['#subject_en', 'A notice to hear'],
    ] as const) {
      await page.locator(name).fill(text)
      await page.locator(`.language-part:has(${name}) .rich-text`).fill(text)
    }
    await ear.hears(words.saved[1])
    expect((await press(button(words.publish), words.published)).at(-1)).toMatch(words.published)
    await page.route('**/api/admin/notices/*', (route) => route.fulfill({ status: 409, json: {} }))
    await ear.goTo(page.locator('#subject_en'))
    await page.keyboard.type('!')
    expect((await ear.hears(words.conflict)).at(-1)).toBe(words.conflict)
  },
)

test.each(['ko', 'en'] as const)(
  'whoever comes during a maintenance hears until when, and why, in %s',
  async (language) => {
    const words = HEARD[language]
    const { page, close } = await site.open(language, { expected: /status of 503|^503 / }, closed.url.origin)
    const ear = await listenTo(page)
    await page.goto('/support/notice')
    expect(await ear.hears(words.maintenance)).toEqual([words.maintenance])
    const said = await ear.read()
    const [from, until] = await page.locator('main time').allTextContents()
    expect(said.join('\n')).toContain([...words.closed, from, words.end, until].join('\n'))
    expect(said.join('\n')).toContain(words.reason.join('\n'))
    expect(said.slice(-words.languages.length)).toEqual(words.languages)
    await close()
  },
)
