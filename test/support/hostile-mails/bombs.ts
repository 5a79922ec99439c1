import { PLAIN, PROVEN, id, proven, multipart, text, html, type HostileMail } from './mail.ts'

const nested = (depth: number): string =>
  depth === 0
    ? text('deep')
    : `Content-Type: multipart/mixed; boundary="n${depth}"\r\n\r\n--n${depth}\r\n${nested(depth - 1)}\r\n--n${depth}--`

/** Addresses in groups in an encoded word, in groups in an encoded word, and so on. */
function encodedAddresses(depth: number): string {
  const words = depth === 0 ? 'x <a@b.example>' : `${encodedAddresses(depth - 1)}, <a@b>`
  const escaped = words
    .replace(/=(?=[\dA-F]{2})/g, '=3D')
    .replace(/[^\w=]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${'a:'.repeat(48)}=?utf-8?Q?${escaped}?=`
}
const ADDRESSES = encodedAddresses(60)

/** That cost more than they look. */
export const BOMBS: HostileMail[] = [
  {
    what: 'HTML that is five times as long once it is cleaned',
    ...html(`<p>${'&'.repeat(490_000)}</p>`),
    becomes: 'received',
    contains: ['"text":"&&&', '"html":null'],
  },
  {
    what: 'HTML of as many Korean letters as are read',
    ...html(`<p>${'한'.repeat(499_000)}</p>`),
    becomes: 'received',
    contains: ['"html":"<p>한'],
  },
  {
    what: 'a hundred and one parts',
    ...multipart(Array.from({ length: 101 }, (_, n) => text(`part ${n}`))),
    becomes: 'unreadable',
  },
  {
    what: 'a hundred thousand empty parts',
    head: proven('Content-Type: multipart/mixed; boundary=b'),
    body: '--b\r\n\r\n'.repeat(100_000),
    becomes: 'unreadable',
  },
  {
    what: 'parts whose boundary is written in capitals',
    head: proven('CONTENT-TYPE: multipart/mixed; BOUNDARY="b"'),
    body: '--b\r\n\r\n'.repeat(500),
    becomes: 'unreadable',
  },
  {
    what: 'eleven parts in each other',
    head: proven('Content-Type: multipart/mixed; boundary="n12"'),
    body: nested(12).replace(/^.*\r\n\r\n/, ''),
    becomes: 'unreadable',
  },
  {
    what: 'a megabyte of headers',
    head: proven(PLAIN, ...Array.from({ length: 10_000 }, (_, n) => `X-Header-${n}: ${'x'.repeat(90)}`)),
    becomes: 'unreadable',
  },
  { what: 'more than 25 MiB', head: proven(PLAIN), body: 'x'.repeat(25 * 1_048_576), becomes: 'unreadable' },
  { what: 'a million empty lines', head: proven(PLAIN), body: '\n'.repeat(1_000_000), becomes: 'unreadable' },
  {
    what: 'a text of 23 MB in 140,000 lines',
    head: proven(PLAIN),
    body: `${'long '.repeat(34)}\n`.repeat(140_000),
    becomes: 'unreadable',
  },
  {
    what: 'a file of a million ends',
    head: proven('Content-Type: application/pdf; name=a.pdf', 'Content-Transfer-Encoding: base64'),
    body: 'QQ=='.repeat(1_000_000),
    becomes: 'unreadable',
  },
  {
    what: 'parts whose boundary is written in pieces',
    head: proven('Content-Type: multipart/mixed; boundary*0="b"; boundary*1="c"'),
    body: '--bc\r\nContent-Transfer-Encoding:quoted-printable\r\n\r\n'.repeat(3000),
    becomes: 'unreadable',
  },
  {
    what: 'a Korean text of 30,000 characters, quoted-printable',
    head: proven('Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'),
    body: `${'=EA=B0=80'.repeat(8)}=\r\n`.repeat(3750),
    becomes: 'received',
    contains: ['가'.repeat(30_000)],
  },
  {
    what: 'a text of a million characters',
    head: proven(PLAIN),
    body: 'long '.repeat(200_000),
    becomes: 'received',
    contains: ['[…]'],
  },
  {
    what: 'HTML of 71,000 elements in each other',
    ...html(`${'<b>'.repeat(71_000)}Hi${'</b>'.repeat(71_000)}`),
    becomes: 'received',
    contains: ['"text":"Hi"', '"html":null'],
  },
  {
    what: 'HTML of 83,000 elements and the ends of others',
    ...html(`Hi${'<x>'.repeat(83_333)}${'</y>'.repeat(62_500)}`),
    becomes: 'received',
    contains: ['"text":"Hi"', '"html":null'],
  },
  {
    what: 'HTML of 150,000 elements with a space between them',
    ...html(`${'<b> '.repeat(150_000)}Hi`),
    becomes: 'received',
    contains: ['"text":"Hi"', '"html":null'],
  },
  {
    what: 'a text, and beside it HTML of links that do not end',
    ...multipart([text('Hi'), `Content-Type: text/html\r\n\r\nthere<a ${'href='.repeat(60_000)}`]),
    becomes: 'received',
    contains: ['"text":"Hi\\n\\nthere'],
  },
  {
    what: 'a text of a million signs that HTML writes with several, and HTML beside it',
    ...multipart([text('<'.repeat(1_000_000)), 'Content-Type: text/html\r\n\r\n<b>Hi</b>']),
    becomes: 'received',
    contains: ['[…]', '"html":null'],
  },
  {
    what: 'HTML of 4,000 elements in each other',
    ...html(`${'<b>'.repeat(4000)}Hi${'</b>'.repeat(4000)}`),
    becomes: 'received',
    contains: ['Hi</b>'],
    never: /(?:<b>){101}/,
  },
  {
    what: 'ten thousand references',
    head: proven(PLAIN, `References: ${'<a@b.example> '.repeat(10_000)}`),
    becomes: 'received',
    never: /(?:<a@b\.example> ){50}/,
  },
  {
    what: 'recipients that are encoded sixty times',
    head: proven(PLAIN, `To: ${ADDRESSES}`),
    becomes: 'received',
  },
  {
    what: 'a sender that is encoded sixty times',
    head: [PROVEN, `From: ${ADDRESSES}`, id(), PLAIN],
    becomes: 'unreadable',
  },
]
