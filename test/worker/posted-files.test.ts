import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import texts from '../../app/i18n/en/inquiry.json'
import {
  alertOf,
  besideOf,
  FORM_HOST,
  postForm,
  PROPOSAL_FORM,
  SALES_FORM,
  stagedKeys,
  tagOf,
  without,
  type Fields,
} from '../support/posted-form.ts'
import { EXE, JPG, pdf, PNG } from '../support/sample-files.ts'
import { remoteSite } from '../support/shared-sites.ts'

const MEGABYTE = 1_048_576
const digest = (bytes: Uint8Array | ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex')

describe('a form with files posted without a script', () => {
  const both = remoteSite()
  const post = (path: string, fields: Fields, headers?: Record<string, string>) =>
    postForm(both.site, path, fields, headers)
  afterEach(async () => {
    for (const key of await stagedKeys(both.site)) await both.site.env.FILES.delete(key)
  })

  test('sends one upload for each field, byte for byte', async () => {
    const proposal = pdf('제안서.pdf', 12 * MEGABYTE)
    const profile = new File([PNG], 'profile.png')
    expect(
      (await post('/support/affiliate', { ...PROPOSAL_FORM, proposal_file: proposal, profile_file: profile })).status,
    ).toBe(303)
    const uploads = both.upstream
      .callsOf('file/upload')
      .map(({ parts }) => parts.filter(({ filename }) => filename !== null))
    expect(uploads.map((parts) => parts.map(({ filename, bytes }) => [filename, digest(bytes)]))).toEqual([
      [['제안서.pdf', digest(await proposal.arrayBuffer())]],
      [['profile.png', digest(PNG)]],
    ])
    const [first, second] = [...both.upstream.files.keys()].slice(-2)
    expect(both.upstream.callsOf('board/inquiry')[0]?.body).toMatchObject({
      file_ref_id: first,
      file_ref_id_homepage: second,
    })
    await vi.waitFor(async () => expect(await stagedKeys(both.site)).toEqual([]), { timeout: 30_000 })
  })

  test('accepts five files of 10 MB, and ignores one that comes twice', async () => {
    const files = Array.from({ length: 5 }, (_, index) => pdf(`${index}.pdf`, 10 * MEGABYTE - index))
    const again = files[3] ?? pdf('3.pdf', 10)
    expect((await post('/support/request', { ...SALES_FORM, files: [...files, again] })).status).toBe(303)
    const [upload] = both.upstream.callsOf('file/upload')
    const arrived = upload?.parts
      .filter(({ filename }) => filename !== null)
      .map(({ filename, bytes }) => [filename, digest(bytes)])
    expect(arrived).toEqual(await Promise.all(files.map(async (file) => [file.name, digest(await file.arrayBuffer())])))
  })

  test.each([
    ['image.jpg', new Uint8Array([...JPG, 1]), new Uint8Array([...JPG, 2])],
    ['견적서.pdf', Buffer.from('%PDF-1.7\nfirst'), Buffer.from('%PDF-1.7\nsecond, and longer')],
    ['scan.png', PNG, Buffer.concat([PNG, Buffer.from('x')])],
  ])('with two different files named %s tells of the second, and loses no word', async (name, first, second) => {
    const answer = await post('/support/request', {
      ...SALES_FORM,
      files: [new File([first], name), new File([second], name)],
    })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(alertOf(html)).toBe(texts['file-name-alert'])
    expect(besideOf(html, 'files')).toContain(texts['file-same-name'].replace('{{name}}', name))
    expect(tagOf(html, 'subject')).toContain(SALES_FORM.subject)
    expect(both.upstream.inquiries).toEqual([])
    expect(await stagedKeys(both.site)).toEqual([])
  })

  test('sent again with a corrected file of the same name and size is another inquiry', async () => {
    const headers = { cookie: `XSRF-TOKEN=${crypto.randomUUID()}` }
    const draft = pdf('quote.pdf', 3000)
    const bytes = new Uint8Array(await draft.arrayBuffer())
    bytes[2000] = 0x41
    const send = async (file: File) =>
      (await post('/support/request', { ...SALES_FORM, files: file }, headers)).headers.get('location')
    const first = await send(draft)
    const corrected = new File([bytes], draft.name)
    expect(corrected.size).toBe(draft.size)
    const second = await send(corrected)
    expect([second === first, await send(draft), await send(corrected)]).toEqual([false, first, second])
    await vi.waitFor(() => expect(both.upstream.callsOf('board/inquiry')).toHaveLength(2), { timeout: 30_000 })
    const sent = both.upstream.inquiries.map(({ body }) => both.upstream.files.get(String(body.file_ref_id))?.[0]?.part)
    expect(sent.map((part) => part?.bytes[2000])).toContain(0x41)
  })

  test('with the same words more than an hour after they were first sent is another inquiry', async () => {
    const headers = { cookie: `XSRF-TOKEN=${crypto.randomUUID()}` }
    const send = async () => {
      const address = (await post('/support/request', SALES_FORM, headers)).headers.get('location')
      return new URL(address ?? '', FORM_HOST).searchParams.get('receipt') ?? ''
    }
    const later = (receipt: string, minutes: number) =>
      both.site.sql('UPDATE inquiry SET key_ends_at = key_ends_at - ? WHERE receipt = ?', minutes * 60_000, receipt)
    const first = await send()
    await later(first, 59)
    expect(await send()).toBe(first)
    await later(first, 1)
    expect(await send()).not.toBe(first)
  })

  test('that comes back names the files that it has not kept, each beside its field, and none after a post without files', async () => {
    const notKept = (html: string) =>
      [...html.matchAll(/Please choose them again before you submit: ([^<]*)/g)].map(([, names]) => names)
    const proposal = {
      ...without(PROPOSAL_FORM, ['privacy_consent']),
      proposal_file: pdf('plan.pdf', 100),
      profile_file: pdf('us.pdf', 100),
    }
    const sales = {
      ...without(SALES_FORM, ['subject']),
      files: [pdf('a.pdf', 100), pdf('b.pdf', 100), new File([EXE], 'c.pdf'), pdf('d.pdf', 100)],
    }
    const pages = [
      await post('/support/affiliate', proposal),
      await post('/support/request', sales),
      await post('/support/request', without(SALES_FORM, ['subject'])),
    ]
    expect(pages.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(await Promise.all(pages.map(async (page) => notKept(await page.text())))).toEqual([
      ['plan.pdf', 'us.pdf'],
      ['a.pdf, b.pdf, d.pdf'],
      [],
    ])
    expect(await stagedKeys(both.site)).toEqual([])
  })

  const small = (count: number) => Array.from({ length: count }, (_, index) => pdf(`${index}.pdf`, 100))
  test.each([
    ['a sixth file', '/support/request', { ...SALES_FORM, files: small(6) }, 'files', 'file-limit-alert', ''],
    [
      'a program with the extension of a PDF',
      '/support/request',
      { ...SALES_FORM, files: [...small(2), new File([EXE], 'a.pdf')] },
      'files',
      'format-size-alert',
      'a.pdf: the contents do not match the file extension.',
    ],
    [
      'a program',
      '/',
      { ...SALES_FORM, files: [new File([EXE], 'a.exe')] },
      'files',
      'format-size-alert',
      'a.exe: this type of file cannot be attached.',
    ],
    [
      'an empty file',
      '/support/request',
      { ...SALES_FORM, files: [new File([], 'a.pdf')] },
      'files',
      'format-size-alert',
      'a.pdf: the file is empty.',
    ],
    [
      'a file of more than 10 MB',
      '/support/request',
      { ...SALES_FORM, files: pdf('a.pdf', 10 * MEGABYTE + 1) },
      'files',
      'format-size-alert',
      'a.pdf: larger than 10 MB.',
    ],
    [
      'a file of 70 MB',
      '/support/request',
      { ...SALES_FORM, files: pdf('a.pdf', 70 * MEGABYTE) },
      'files',
      'format-size-alert',
      'a.pdf: larger than 10 MB.',
    ],
    [
      'a proposal of more than 20 MB',
      '/support/affiliate',
      { ...PROPOSAL_FORM, proposal_file: pdf('a.pdf', 20 * MEGABYTE + 1) },
      'proposal_file',
      'format-size-alert',
      'a.pdf: larger than 20 MB.',
    ],
    [
      'a profile that is no document',
      '/support/affiliate',
      { ...PROPOSAL_FORM, profile_file: new File(['hello'], 'a.txt') },
      'profile_file',
      'format-size-alert',
      'a.txt: this type of file cannot be attached.',
    ],
  ] as const)(
    'with %s comes back with its texts, and no file stays staged',
    async (_, path, fields, field, message, why) => {
      // The files first: a client may send the parts in any order.
      const answer = await post(path, {
        [field]: (fields as Fields)[field] ?? '',
        ...without(fields as unknown as Fields, [field]),
      })
      expect(answer.status).toBe(422)
      const html = await answer.text()
      expect(alertOf(html)).toBe(texts[message])
      expect(tagOf(html, field)).toContain('aria-invalid="true"')
      expect(besideOf(html, field)).toBe([texts[message], why].filter(Boolean).join(' '))
      expect(tagOf(html, 'inquiry_mail')).toContain('value="kim@gaon.example"')
      expect(await stagedKeys(both.site)).toEqual([])
      expect(both.upstream.calls).toEqual([])
    },
  )

  test('is accepted where an upload fails: the files stay staged, the page says so, and they are delivered later', async () => {
    both.upstream.faults.set('file/upload', { kind: 'status', status: 500 })
    const answer = await post('/support/affiliate', { ...PROPOSAL_FORM, proposal_file: new File([PNG], '제안 1.png') })
    expect(answer.status).toBe(303)
    const confirmation = new URL(answer.headers.get('location') ?? '', FORM_HOST)
    const shownAt = async (address: URL) => (await both.site.fetch(address.href)).text()
    expect(await shownAt(confirmation)).toContain('<li>제안 1.png</li>')
    // Anybody can write an address, so the page says only what is signed for this receipt.
    const held = confirmation.searchParams.get('held') ?? ''
    for (const [name, value] of [
      ['unsent', 'Call 02-555-0101'],
      ['held', 'Call 02-555-0101'],
      ['held', `A${held}`],
    ] as const) {
      const written = new URL(confirmation)
      written.searchParams.set(name, value)
      expect(await shownAt(written)).not.toContain('02-555-0101')
    }
    const written = new URL(confirmation)
    written.searchParams.set('held', `${held.slice(0, -1)}${held.endsWith('A') ? 'Q' : 'A'}`)
    expect(await shownAt(written)).not.toContain('제안 1.png')
    expect(await stagedKeys(both.site)).toHaveLength(1)
    both.upstream.faults.clear()
    await both.site.endPauses()
    await vi.waitFor(() => expect(both.upstream.callsOf('board/inquiry')).toHaveLength(1), {
      timeout: 40_000,
      interval: 500,
    })
    expect(both.upstream.callsOf('board/inquiry')[0]?.body).toMatchObject({
      file_ref_id: [...both.upstream.files.keys()].at(-1),
    })
  })
})
