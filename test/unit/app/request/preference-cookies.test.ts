import { describe, expect, test } from 'vitest'
import { answerPreferencePost } from '../../../../app/request/preference-cookies'

const NOW = 1_800_000_000_000

const post = (
  body: string,
  {
    url = 'http://site.example/support/notice?page=2',
    headers = {},
  }: { url?: string; headers?: Record<string, string> } = {},
) =>
  new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      origin: new URL(url).origin,
      ...headers,
    },
    body,
  })
const cookies = async (body: string, options?: Parameters<typeof post>[1]) =>
  (await answerPreferencePost(post(body, options), NOW))?.headers.getSetCookie()

const THEME = 'theme=dark; Path=/; Max-Age=31536000; SameSite=Lax'
const TIMESTAMP = `timestamp=${NOW}; Path=/; Max-Age=31536000; SameSite=Lax`
const NO_TIMESTAMP = 'timestamp=; Path=/; Max-Age=0; SameSite=Lax'

describe('the cookie banner without scripts', () => {
  test('Accept sets both cookies and shows the same page again', async () => {
    const answer = await answerPreferencePost(post('consent=accept'), NOW)
    expect(answer?.status).toBe(303)
    expect(answer?.headers.get('location')).toBe('/support/notice?page=2')
    expect(answer?.headers.getSetCookie()).toEqual([THEME, TIMESTAMP])
  })

  test('Reject and Save with the toggle off set theme alone and withdraw an earlier consent', async () => {
    expect(await cookies('consent=reject')).toEqual([THEME, NO_TIMESTAMP])
    expect(await cookies('consent=save')).toEqual([THEME, NO_TIMESTAMP])
    expect(await cookies('consent=reject&functional=on')).toEqual([THEME, NO_TIMESTAMP])
  })

  test('Save with the toggle on sets both', async () => {
    expect(await cookies('functional=on&consent=save')).toEqual([THEME, TIMESTAMP])
  })

  test('Close sets theme and leaves the other as it is', async () => {
    expect(await cookies('consent=close')).toEqual([THEME])
  })

  test('the cookies are Secure over https', async () => {
    expect(await cookies('consent=close', { url: 'https://site.example/' })).toEqual([`${THEME}; Secure`])
  })
})

describe('the language selector without scripts', () => {
  test('sets the cookie and drops lng from the address', async () => {
    const answer = await answerPreferencePost(
      post('language=ko', { url: 'http://site.example/support/faq?lng=en&category=a' }),
    )
    expect(answer?.status).toBe(303)
    expect(answer?.headers.get('location')).toBe('/support/faq?category=a')
    expect(answer?.headers.getSetCookie()).toEqual(['i18next=ko; Path=/; Max-Age=31536000; SameSite=Lax'])
  })

  test('an unknown language is a 400 and sets nothing', async () => {
    const answer = await answerPreferencePost(post('language=fr'))
    expect(answer?.status).toBe(400)
    expect(answer?.headers.getSetCookie()).toEqual([])
  })
})

describe('other requests', () => {
  test('other methods and content types are not answered', async () => {
    expect(await answerPreferencePost(new Request('http://site.example/'))).toBeNull()
    expect(
      await answerPreferencePost(post('x', { headers: { 'content-type': 'multipart/form-data; boundary=x' } })),
    ).toBeNull()
  })

  test.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a cross-site Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed origin', { origin: 'null' }],
  ])('%s is refused', async (_, headers) => {
    const answer = await answerPreferencePost(post('consent=accept', { headers }))
    expect(answer?.status).toBe(403)
    expect(answer?.headers.getSetCookie()).toEqual([])
  })

  test('a post without Origin and Sec-Fetch-Site is refused', async () => {
    const silent = post('consent=accept')
    silent.headers.delete('origin')
    expect((await answerPreferencePost(silent))?.status).toBe(403)
  })

  test('a larger body than the forms send is refused unread', async () => {
    expect((await answerPreferencePost(post(`consent=accept&x=${'x'.repeat(2000)}`)))?.status).toBe(413)
  })

  test('the redirect never leads to another host', async () => {
    const answer = await answerPreferencePost(post('consent=accept', { url: 'http://site.example//evil.example/' }))
    expect(answer?.headers.get('location')).toBe('/evil.example/')
  })
})
