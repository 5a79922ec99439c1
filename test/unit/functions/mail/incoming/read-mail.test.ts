import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../../functions/mail/incoming/read-mail.ts'

const bytesOf = (mail: string | Uint8Array): ArrayBuffer => {
  const bytes = typeof mail === 'string' ? Buffer.from(mail, 'latin1') : mail
  return new Uint8Array(bytes).buffer
}
const read = (mail: string | Uint8Array) => readMail(bytesOf(mail), async () => undefined)
const sample = (name: string) => readFileSync(new URL(`../../../../support/cases/${name}`, import.meta.url))
/** A mail; its texts are Latin-1, one character for each byte. */
const mail = (head: string[], body: string) =>
  ['From: <kim@gaon.example>', 'Message-ID: <1@gaon.example>', ...head, '', body].join('\r\n')

/* EUC-KR of 안녕하세요 견적 문의 and others, as bytes; Node.js writes no EUC-KR. */
const EUC_KR: Record<string, string> = {
  안녕하세요: '\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4',
  견적: '\xb0\xdf\xc0\xfb',
  문의: '\xb9\xae\xc0\xc7',
  제안서: '\xc1\xa6\xbe\xc8\xbc\xad',
}
const euc = (text: string) => text.replace(/[가-힣]+/g, (word) => EUC_KR[word] ?? '?')
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')
const percent = (bytes: string) =>
  [...Buffer.from(bytes, 'latin1')].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')

describe('Korean text', () => {
  test.each<[string, string, string]>([
    ['EUC-KR without a charset', 'text/plain', euc('안녕하세요 견적 문의')],
    ['EUC-KR that calls itself UTF-8', 'text/plain; charset=utf-8', euc('안녕하세요 견적 문의')],
    ['EUC-KR that calls itself ASCII', 'text/plain; charset=us-ascii', euc('안녕하세요 견적 문의')],
    ['EUC-KR that calls itself Latin-1', 'text/plain; charset=ISO-8859-1', euc('안녕하세요 견적 문의')],
    ['EUC-KR by an old name', 'text/plain; charset="ks_c_5601-1987"', euc('안녕하세요 견적 문의')],
    ['EUC-KR by the name of a code page', 'text/plain; charset=cp949', euc('안녕하세요 견적 문의')],
    ['EUC-KR with an unknown charset', 'text/plain; charset=x-user', euc('안녕하세요 견적 문의')],
    ['UTF-8 that calls itself EUC-KR', 'text/plain; charset=euc-kr', utf8('안녕하세요 견적 문의')],
    ['UTF-8 without a charset', 'text/plain', utf8('안녕하세요 견적 문의')],
    [
      'EUC-KR whose HTML says so',
      'text/html',
      euc('<meta http-equiv="Content-Type" content="text/html; charset=euc-kr"><p>안녕하세요 견적 문의</p>'),
    ],
    ['UTF-8 whose HTML says EUC-KR', 'text/html', utf8('<meta charset="euc-kr"><p>안녕하세요 견적 문의</p>')],
    [
      'EUC-KR behind a long style',
      'text/html',
      euc(`<style>${'p { margin: 0 } '.repeat(3000)}</style><p>안녕하세요 견적 문의</p>`),
    ],
    ['ISO-2022-KR', 'text/plain; charset=iso-2022-kr', '\x1b$)C\x0e>H3gGO<<?d\x0f \x0e0_@{\x0f \x0e9.@G\x0f'],
  ])('that is %s is read', async (_, type, body) => {
    const { text } = await read(mail([`Content-Type: ${type}`], body))
    expect(text).toBe('안녕하세요 견적 문의')
  })

  test.each<[string, string, string, string]>([
    [
      'German without a charset',
      'text/plain',
      'Gr\xfc\xdfe aus M\xfcnchen, Herr \xd6zil',
      'Grüße aus München, Herr Özil',
    ],
    ['German in Latin-1', 'text/plain; charset=iso-8859-1', '\xc4pfel und Gr\xfc\xdfe', 'Äpfel und Grüße'],
    ['French in Latin-1', 'text/plain; charset=windows-1252', '\xc0 la \xe9l\xe8ve, d\xe9j\xe0', 'À la élève, déjà'],
    ['German in UTF-8', 'text/plain', utf8('für Äpfel'), 'für Äpfel'],
    ['Japanese', 'text/plain; charset=shift_jis', '\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd', 'こんにちは'],
    ['Japanese in seven bits', 'text/plain; charset=iso-2022-jp', '\x1b$B$3$s$K$A$O\x1b(B', 'こんにちは'],
    ['Chinese', 'text/plain; charset=gb2312', '\xc4\xe3\xba\xc3\xca\xc0\xbd\xe7', '你好世界'],
    [
      'UTF-8 with one broken byte',
      'text/plain; charset=utf-8',
      utf8('안녕하세요 견적') + '\xff',
      '안녕하세요 견적\ufffd',
    ],
  ])('is not taken for another: %s', async (_, type, body, text) => {
    expect((await read(mail([`Content-Type: ${type}`], body))).text).toBe(text)
  })

  test.each<[string, string]>([
    ['as raw EUC-KR', euc('견적 문의')],
    ['as raw UTF-8', utf8('견적 문의')],
    ['in words of EUC-KR', `=?ks_c_5601-1987?B?${base64(euc('견적 문의'))}?=`],
    ['in words that call EUC-KR UTF-8', `=?utf-8?B?${base64(euc('견적 문의'))}?=`],
    [
      'in words cut within a letter, each padded',
      `=?utf-8?B?${base64(utf8('견적').slice(0, 4))}?=\r\n =?utf-8?B?${base64(utf8('견적').slice(4) + utf8(' 문의'))}?=`,
    ],
    ['in words cut within a letter, in Q', '=?UTF-8?Q?=EA=B2=AC=EC=A0?= =?utf-8?Q?=81_=EB=AC=B8=EC=9D=98?='],
  ])('in a subject %s is read', async (_, subject) => {
    expect((await read(mail([`Subject: ${subject}`], 'Hi'))).subject).toBe('견적 문의')
  })

  test.each<[string, string]>([
    ['as raw EUC-KR', `attachment; filename="${euc('견적 제안서')}.pdf"`],
    ['as raw UTF-8', `attachment; filename="${utf8('견적 제안서')}.pdf"`],
    [
      'in padded words',
      `attachment;\r\n filename="=?utf-8?B?${base64(utf8('견적 제').slice(0, 5))}?=\r\n =?utf-8?B?${base64(`${utf8('견적 제').slice(5) + utf8('안서')}.pdf`)}?="`,
    ],
    ['in words of EUC-KR without quotes', `attachment; filename==?euc-kr?B?${base64(`${euc('견적 제안서')}.pdf`)}?=`],
    [
      'in sections',
      `attachment; filename*0*=utf-8''${percent(utf8('견적'))}%20; filename*1*=${percent(utf8('제안서'))}; filename*2=".pdf"`,
    ],
    [
      'in sections cut within a letter',
      `attachment; filename*0*=UTF-8''${percent(utf8('견적').slice(0, 4))}; filename*1*=${percent(utf8('견적').slice(4))}%20${percent(utf8('제안서'))}.pdf`,
    ],
    [
      'in words in sections',
      `attachment; filename*0="=?utf-8?B?${base64(utf8('견적 제')).slice(0, 6)}"; filename*1="${base64(utf8('견적 제안서.pdf')).slice(6)}?="`,
    ],
    [
      'percent-encoded in EUC-KR',
      `attachment; filename*=euc-kr''${percent(euc('견적'))}%20${percent(euc('제안서'))}.pdf`,
    ],
    [
      'percent-encoded in EUC-KR that calls itself UTF-8',
      `attachment; filename*=utf-8''${percent(euc('견적'))}%20${percent(euc('제안서'))}.pdf`,
    ],
    [
      'percent-encoded without a charset',
      `attachment; filename*=''${percent(euc('견적'))}%20${percent(euc('제안서'))}.pdf`,
    ],
    ['as in an address', `attachment; filename="${percent(utf8('견적'))}%20${percent(utf8('제안서'))}.pdf"`],
  ])('in the name of a file %s is read', async (_, disposition) => {
    const { parts } = await read(
      mail(
        ['Content-Type: multipart/mixed; boundary=b'],
        `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: ${disposition}\r\n\r\n%PDF-1.7\r\n--b--`,
      ),
    )
    expect(parts.map(({ name }) => name)).toEqual(['견적 제안서.pdf'])
  })

  test('a per cent sign that encodes nothing stays', async () => {
    const { parts } = await read(
      mail(
        ['Content-Type: multipart/mixed; boundary=b'],
        '--b\r\nContent-Type: application/pdf; name="100%25 a.pdf"\r\n\r\n%PDF-1.7\r\n--b--',
      ),
    )
    expect(parts[0]?.name).toBe('100%25 a.pdf')
  })
})

describe('the samples', () => {
  test('EUC-KR without a charset', async () => {
    expect((await read(sample('mail-m07_nocharset_euckr.eml'))).text).toMatch(/^M07 안녕하세요 견적/)
  })
  test('HTML of Outlook: its text has no entity and no comment', async () => {
    expect((await read(sample('mail-m12_outlook_html_entities.eml'))).text).toBe('M12 안녕하세요 “견적” A → B …')
  })
  test('a name that is cut within a letter', async () => {
    expect((await read(sample('mail-n2_utf8_split_pad.eml'))).parts[0]?.name).toBe(
      '탄소발자국 산정 견적 요청서 최종본.pdf',
    )
  })
  test('five pictures of a signature, and the contract', async () => {
    const { parts } = await read(sample('mail-m09_signature_images.eml'))
    expect(parts.filter(({ kind }) => kind === 'in-text')).toHaveLength(5)
    expect(parts.filter(({ kind }) => kind === 'file').map(({ name }) => name)).toEqual([
      expect.stringMatching(/\.pdf$/),
    ])
  })
  test('a forwarded mail with a file', async () => {
    const { text, parts } = await read(sample('mail-m14_rfc822.eml'))
    expect(text).toMatch(
      /^M14 forwarded\s+✉ Re: Price · <kim@gaon\.example> · Fri, 27 Nov 2026 14:00:00 \+0900\nINNER$/,
    )
    expect(parts).toMatchObject([{ name: 'inner.pdf', kind: 'file' }])
  })
  test('a mail by a list is of a person', async () => {
    expect((await read(sample('mail-m11_list.eml'))).isAutomatic).toBe(false)
  })
})

const part = (type: string, body: string, disposition = 'attachment') =>
  `Content-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n\r\n${body}`
let boundaries = 0
const mixed = (...parts: string[]) => {
  const boundary = `b${++boundaries}b`
  const body = [...parts.map((one) => `--${boundary}\r\n${one}`), `--${boundary}--`, ''].join('\r\n')
  return mail([`Content-Type: multipart/mixed; boundary=${boundary}`], body)
}
const TEXT = 'Content-Type: text/plain\r\n\r\nHi'

describe('a part of a mail', () => {
  test.each<[string, string, string]>([
    ['encrypted by S/MIME', part('application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', 'MII'), 'sealed'],
    ['signed by S/MIME with its contents', part('application/x-pkcs7-mime; name="smime.p7m"', 'MII'), 'sealed'],
    ['called like S/MIME', part('application/octet-stream; name=smime.p7m', 'MII'), 'sealed'],
    ['encrypted by PGP', part('application/octet-stream; name=encrypted.asc', '-----BEGIN'), 'sealed'],
    ['of Outlook', part('application/vnd.ms-tnef; name=winmail.dat', 'x'), 'winmail'],
    ['of Outlook, called so', part('application/octet-stream; name=WINMAIL.DAT', 'x'), 'winmail'],
    ['a picture that no text shows', part('image/png; name=a.png', 'x', 'inline'), 'file'],
  ])('%s is told apart', async (_, one, kind) => {
    expect((await read(mixed(TEXT, one))).parts).toMatchObject([{ kind }])
  })

  test('that only proves the mail is not told', async () => {
    const { text, parts } = await read(
      mixed(
        TEXT,
        part('application/pkcs7-signature; name=smime.p7s', 'MII'),
        part('application/pgp-signature; name=signature.asc', 'x'),
        part('application/pgp-encrypted', 'Version: 1'),
      ),
    )
    expect([text, parts]).toEqual(['Hi', []])
  })

  test.each(['cid:logo@x', 'CID:logo%40x'])('that the text shows by %s is a picture of the text', async (address) => {
    const html = `Content-Type: text/html\r\n\r\n<p>Hi</p><img src="${address}">`
    const picture = 'Content-Type: image/gif; name=logo.gif\r\nContent-ID: <logo@x>\r\n\r\nx'
    expect((await read(mixed(html, picture))).parts).toMatchObject([{ name: 'logo.gif', kind: 'in-text' }])
  })

  test('that is a document stays a file, also where the text names it', async () => {
    const html = 'Content-Type: text/html\r\n\r\n<a href="cid:1">the contract</a>'
    expect(
      (await read(mixed(html, 'Content-Type: application/pdf; name=a.pdf\r\nContent-ID: <1>\r\n\r\nx'))).parts,
    ).toMatchObject([{ kind: 'file' }])
  })
})

describe('a forwarded mail', () => {
  const inner = mail(
    ['Subject: Offer', 'Content-Type: multipart/mixed; boundary=c'],
    `--c\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Inner <b>words</b></p>\r\n--c\r\n${part('application/pdf; name=a.pdf', 'x')}\r\n--c--`,
  )
  test.each([
    ['within another', mixed(TEXT, part('message/rfc822', mixed(TEXT, part('message/rfc822', inner))))],
    ['as a file', mixed(TEXT, part('application/octet-stream; name="mail.eml"', inner))],
    ['without a disposition', mixed(TEXT, `Content-Type: message/rfc822\r\n\r\n${inner}`)],
  ])('%s is read with its file', async (_, raw) => {
    const { text, parts } = await read(raw)
    expect(text).toMatch(/^Hi\n[^]*✉ Offer · <kim@gaon\.example>\nInner words$/)
    expect(parts).toMatchObject([{ name: 'a.pdf' }])
  })

  test('is shown among HTML too', async () => {
    const { html } = await read(
      mixed('Content-Type: text/html\r\n\r\n<p>See <b>below</b>', part('message/rfc822', inner)),
    )
    expect(html).toMatch(/See <b>below<\/b>[^]*✉ Offer[^]*Inner <b>words/)
  })

  test('of more depth than is opened stays a file', async () => {
    let raw = inner
    for (let n = 0; n < 5; n++) raw = mixed(TEXT, part('message/rfc822; name="deep.eml"', raw))
    expect((await read(raw)).parts).toMatchObject([{ name: 'deep.eml', kind: 'file' }])
  })
})

describe('the thread that a mail names', () => {
  const named = async (ids: string[], between = ' ') =>
    (await read(mail([`References: ${ids.join(between)}`], 'Thank you.'))).references
  const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `<${'x'.repeat(90)}${n + 100}@gaon.example>`)

  test('is kept whole up to a length; of a longer one the oldest ids go', async () => {
    expect(await named(idsOf(30), '\r\n ')).toBe(idsOf(30).join(' '))
    const kept = (await named(idsOf(200)))?.split(' ') ?? []
    expect(kept).toEqual(idsOf(200).slice(-kept.length))
    expect(kept).toHaveLength(36)
  })

  test('is none where one id alone is too long', async () => {
    expect(await named([`<${'x'.repeat(5000)}@gaon.example>`])).toBe(null)
  })
})
