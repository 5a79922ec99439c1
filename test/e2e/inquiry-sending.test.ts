import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import errors from '../../app/i18n/ko/error.json'
import type { FormKind } from '../../functions/contract/form-fields'
import { hydrate, hydrated } from './support/arrival'
import type { Language } from './support/browser'
import { ADDRESS, fill, openForm, pdf, submit, TEXTS } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const site = useSite({ expected: FAILED_REQUESTS })

interface Answer {
  status?: number
  json: object
}

/** Stands in for the edge: answers by call, in turn, and writes down what was asked. */
async function edge(page: Page, answers: { upload?: Answer[]; select?: Answer[]; inquiry?: Answer[] } = {}) {
  const asked: { call: string; request: Request }[] = []
  const turn = {
    upload: [{ json: { data: 'ref-1' } }],
    select: [{ json: { data: [] } }],
    inquiry: [{ status: 202, json: { data: { receipt: 'R-1', state: 'queued' } } }],
    ...answers,
  }
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const call = new URL(request.url()).pathname.replace('/api/', '')
    const list: Answer[] = call === 'file/upload' ? turn.upload : call === 'file/select' ? turn.select : turn.inquiry
    asked.push({ call, request })
    const { status = 200, json } = (list.length > 1 ? list.shift() : list[0]) ?? { json: {} }
    await route.fulfill({ status, json })
  })
  return {
    calls: () => asked.map(({ call }) => call),
    inquiries: () => asked.filter(({ call }) => call === 'board/inquiry').map(({ request }) => request),
  }
}

async function filled(kind: FormKind, language: Language): Promise<Page> {
  const page = await site.visit(language)
  await openForm(page, kind, language)
  await fill(page, kind)
  return page
}

const complete = (page: Page) => page.waitForURL(/\/complete\?/)
const failed = { status: 502, json: { code: 'upstream-failed' } }

describe('sending a form', () => {
  it('uploads, looks up, posts and confirms, with the proof of its own page and a key', async () => {
    const page = await filled('sales', 'ko')
    const { calls, inquiries } = await edge(page)
    await page.locator('[name=files]').setInputFiles([pdf('a.pdf'), pdf('b.pdf')])
    await submit(page, 'ko')
    await complete(page)
    expect(calls().slice(0, 3)).toEqual(['file/upload', 'file/select', 'board/inquiry'])
    const [request] = inquiries()
    expect(request?.postDataJSON()).toEqual({
      inquiry_mail: 'kim@gaon.example',
      recipient_type: 'vcp-x',
      inquiry_type: 'quote',
      subject: 'A question',
      content: 'What does it cost?',
      file_ref_id: 'ref-1',
      file_ref_id_homepage: null,
      phone_number_homepage: '+82-010-1234-5678',
      company_name: 'Gaon',
      user_name: 'Kim',
      is_home_unite: false,
      is_home_inquiry: true,
      held_files: [],
      privacy_version: expect.stringMatching(/^\d{8}$/),
      processed_months: 1,
    })
    expect(request?.headers()).toMatchObject({
      'site-type': 'home',
      'white-label': 'default',
      'x-xsrf-token': expect.any(String),
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('sends one upload a field for a partnership', async () => {
    const page = await filled('partnership', 'en')
    const { calls, inquiries } = await edge(page, {
      upload: [{ json: { data: 'ref-1' } }, { json: { data: 'ref-2' } }],
    })
    await page.locator('[name=proposal_file]').setInputFiles(pdf('a.pdf'))
    // The uploads come in the order in which the files are listed.
    await page.getByText('a.pdf', { exact: true }).waitFor()
    await page.locator('[name=profile_file]').setInputFiles(pdf('b.pdf'))
    await submit(page, 'en')
    await complete(page)
    expect(calls().filter((call) => call === 'file/upload').length).toBe(2)
    expect(inquiries()[0]?.postDataJSON()).toMatchObject({
      recipient_type: 'partner',
      inquiry_type: 'service',
      file_ref_id: 'ref-1',
      file_ref_id_homepage: 'ref-2',
      is_home_unite: true,
      is_home_inquiry: false,
    })
  })

  it('bears the same key when the same text is sent again after a reload, another for another text or file', async () => {
    const page = await filled('sales', 'en')
    const lost = await edge(page, { inquiry: [{ status: 500, json: { code: 'internal' } }] })
    await submit(page, 'en')
    await page.getByRole('alert').waitFor()
    await page.reload()
    await page.getByText(TEXTS.en['drop-several']).waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    expect(await page.locator('[data-counter]').textContent()).toBe('18 / 2000')
    await page.locator('[name=privacy_consent]').check()
    await submit(page, 'en')
    await page.getByRole('alert').waitFor()
    await page.locator('[name=subject]').fill('Another question')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await submit(page, 'en')
    await page.getByRole('alert').waitFor()
    await page.locator('[name=files]').setInputFiles(pdf('a.pdf'))
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await submit(page, 'en')
    await page.getByRole('alert').waitFor()
    const keys = lost.inquiries().map((request) => request.headers()['idempotency-key'])
    expect(keys[1]).toBe(keys[0])
    expect(new Set(keys.slice(1)).size).toBe(3)
  })

  it('posts once however often the button is pressed, and forgets the draft', async () => {
    const page = await filled('sales', 'en')
    const { inquiries } = await edge(page)
    await page.getByRole('button', { name: 'Submit', exact: true }).dblclick()
    await complete(page)
    expect(inquiries().length).toBe(1)
    await page.goBack()
    await hydrate(page)
    await page.getByText(TEXTS.en['drop-several']).waitFor()
    expect(await page.locator('[name=user_name]').inputValue()).toBe('')
  })
})

it('what stands in a form while it is sent is what is sent; the focus stays, and after a failure one goes on typing', async () => {
  const page = await filled('sales', 'en')
  const asked = Promise.withResolvers<Request>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/board/inquiry', async (route) => {
    asked.resolve(route.request())
    await answered.promise
    await route.fulfill({ status: 500, json: { code: 'internal' } })
  })
  const subject = page.locator('[name=subject]')
  await subject.press('Enter')
  const body = (await asked.promise).postDataJSON() as Record<string, string>
  await page.keyboard.type(' and more')
  expect(await subject.inputValue()).toBe(body.subject)
  for (const name of ['content', 'user_name', 'company_name', 'inquiry_mail']) {
    await page.locator(`[name=${name}]`).press('x')
    expect(await page.locator(`[name=${name}]`).inputValue()).toBe(body[name])
  }
  await page.locator('[name=phone_number]').press('9')
  expect(await page.locator('[name=phone_number]').inputValue()).toBe('010-1234-5678')
  const chosen = () =>
    page.locator('form[data-kept]').evaluate((form: HTMLFormElement) => [...new FormData(form)].map(String))
  const before = await chosen()
  for (const name of ['country_code', 'inquiry_type', 'privacy_consent'])
    await page
      .locator(`[name=${name}]`)
      .click({ force: true, timeout: 1000 })
      .catch(() => undefined)
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).toEqual(before)
  await subject.focus()
  answered.resolve()
  await page.getByRole('alert').waitFor()
  expect(await subject.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(' and more')
  expect(await subject.inputValue()).toContain(' and more')
})

it('what is typed in a form to which one has come back while it was sent is not lost to what was sent', async () => {
  const page = await filled('sales', 'ko')
  const asked: string[] = []
  const first = Promise.withResolvers<void>()
  await page.route('**/api/board/inquiry', async (route) => {
    const { content } = route.request().postDataJSON() as { content: string }
    asked.push(content)
    if (asked.length === 1) await first.promise
    await route.fulfill({ status: 202, json: { data: { receipt: `R-${asked.length}`, state: 'queued' } } })
  })
  await submit(page, 'ko')
  await expect.poll(() => asked.length).toBe(1)
  const tabs = page.getByRole('navigation', { name: '고객지원' })
  await tabs.getByRole('link', { name: 'FAQ' }).click()
  await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
  await page.goBack()
  const content = page.locator('[name=content]')
  await expect.poll(() => content.inputValue()).not.toBe('')
  await content.fill('Edited while the first goes on')
  const answered = page.waitForResponse('**/api/board/inquiry')
  first.resolve()
  await answered
  await page.waitForTimeout(3000)
  expect([new URL(page.url()).pathname, await content.inputValue()]).toEqual([
    ADDRESS.sales,
    'Edited while the first goes on',
  ])
  await submit(page, 'ko')
  await complete(page)
  expect(asked).toEqual([expect.any(String), 'Edited while the first goes on'])
})

it('what is typed and chosen before the app is there is kept for this tab', async () => {
  const page = await site.visit('ko')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/support/request')
  await page.locator('[name=user_name]').fill('김철수')
  await page.locator('[name=inquiry_type]').selectOption('quote')
  held.resolve()
  await hydrated(page)
  await page.goto('/support/faq')
  await page.goto('/support/request')
  await expect.poll(() => page.locator('[name=user_name]').inputValue()).toBe('김철수')
  expect(await page.locator('[name=inquiry_type]').inputValue()).toBe('quote')
})

describe('what goes wrong', () => {
  const language = 'ko'
  const texts = TEXTS[language]

  it('a failing upload is tried three times, then the alert, and the inquiry goes without the file, whose name is said', async () => {
    const page = await filled('sales', language)
    const { calls, inquiries } = await edge(page, { upload: [failed] })
    await page.locator('[name=files]').setInputFiles(pdf('lost.pdf'))
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['file-upload-fail-alert'] }).waitFor()
    await complete(page)
    expect(calls().filter((call) => call === 'file/upload').length).toBe(3)
    expect(inquiries()[0]?.postDataJSON()).toMatchObject({ file_ref_id: null, held_files: [] })
    expect(page.url()).not.toContain('lost.pdf')
  })

  it('what is typed after the inquiry is accepted, while an alert is still shown, is no draft', async () => {
    const page = await filled('sales', language)
    await edge(page, { upload: [failed] })
    await page.locator('[name=files]').setInputFiles(pdf('lost.pdf'))
    await submit(page, language)
    const draft = () => page.evaluate(() => sessionStorage.getItem('inquiry-draft:vcp-x:sales'))
    await expect.poll(draft, { interval: 20 }).toBeNull()
    await page.locator('[name=subject]').pressSequentially('!')
    expect(await draft()).toBeNull()
    await complete(page)
    await page.goto(ADDRESS.sales)
    await hydrate(page)
    await page.getByText(texts['drop-several']).waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('')
  })

  it('what the edge holds is uploaded once, and named in the inquiry', async () => {
    const held = '0b0c7c0e-9f5e-4a55-8a3f-0d1e6a1f7c11'
    const page = await filled('sales', language)
    const { calls, inquiries } = await edge(page, {
      upload: [{ status: 504, json: { code: 'upstream-timeout', held } }],
    })
    await page.locator('[name=files]').setInputFiles(pdf('kept.pdf'))
    await submit(page, language)
    await complete(page)
    expect(calls().filter((call) => call === 'file/upload')).toHaveLength(1)
    expect(inquiries()[0]?.postDataJSON()).toMatchObject({ file_ref_id: null, held_files: [held] })
    expect(page.url()).not.toContain('kept.pdf')
  })

  it('a dead line says so; a failing look-up alerts and goes on', async () => {
    const page = await filled('sales', language)
    await page.route('**/api/**', (route) => route.abort())
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['network-alert'] }).waitFor()
    await page.unrouteAll()
    await edge(page, { select: [failed] })
    await page.locator('[name=files]').setInputFiles(pdf('a.pdf'))
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['file-upload-fail-alert'] }).waitFor()
    await complete(page)
  })

  it('a refused file is named, nothing is lost, and a second try sends it all', async () => {
    const page = await filled('sales', language)
    await edge(page, {
      upload: [
        { status: 415, json: { code: 'file-type', errors: [{ field: 'bad.pdf', message: 'no' }] } },
        { json: { data: 'ref-1' } },
      ],
    })
    await page.locator('[name=files]').setInputFiles([pdf('good.pdf'), pdf('bad.pdf')])
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['format-size-alert'] }).waitFor()
    expect(await page.getByRole('alert').allTextContents()).toEqual([texts['format-size-alert']])
    expect(await page.locator('[id=sales-files-error]').textContent()).toBe(
      `${texts['format-size-alert']} ${texts['file-not-its-type'].replace('{{name}}', 'bad.pdf')}`,
    )
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    await page.getByRole('button', { name: texts.remove.replace('{{name}}', 'bad.pdf') }).click()
    await submit(page, language)
    await complete(page)
  })

  it('an inquiry that is refused says so whatever the status, loses nothing, and can be sent again', async () => {
    const page = await filled('sales', language)
    const refusals = {
      400: 'invalid-body',
      403: 'csrf',
      413: 'too-large',
      429: 'rate-limited',
      500: 'internal',
    } as const
    const { inquiries } = await edge(page, {
      inquiry: [
        ...Object.entries(refusals).map(([status, code]) => ({ status: Number(status), json: { code } })),
        { json: { data: { receipt: 'R-2', state: 'delivered' } } },
      ],
    })
    for (const code of Object.values(refusals)) {
      const message = errors.code[code]
      await submit(page, language)
      await page.getByRole('alert').filter({ hasText: message }).waitFor()
      expect(await page.locator('[id=submit-error]').textContent()).toBe(message)
      expect(await page.locator('[name=user_name]').inputValue()).toBe('Kim')
    }
    await submit(page, language)
    await complete(page)
    expect(inquiries()).toHaveLength(6)
    expect(new URL(page.url()).searchParams.get('receipt')).toBe('R-2')
  })
})
