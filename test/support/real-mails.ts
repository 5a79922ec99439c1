import { readFileSync } from 'node:fs'
import type { LeftOutFile } from '../../functions/contract/conversation.ts'
import { DOCX, EXE, JPG, PNG } from './sample-files.ts'

/* Replies as the mail programs, groupware and lists of Korea write them: of each kind a sample that was reported, and three of its kind. */

/** Whom the samples are from. */
export const KIM = 'kim@gaon.example'

export interface RealMail {
  what: string
  raw: Uint8Array
  /** Where it is not from KIM. */
  from?: string
  /** What the operator reads. */
  text?: string
  /** What is folded. */
  quoted?: string
  /** Names of its files, of the pictures in its text and of what is left out. */
  files?: string[]
  pictures?: string[]
  leftOut?: [string, LeftOutFile['fault']][]
}

const sample = (name: string): Uint8Array => readFileSync(new URL(`cases/${name}`, import.meta.url))
let ids = 0
/** A mail; each character of its body is a byte. */
const mail = (head: string[], body: string, from = KIM): Uint8Array =>
  Buffer.from(
    [`From: <${from}>`, `Message-ID: <real-${++ids}@gaon.example>`, 'Subject: Re: Price', ...head, '', body].join(
      '\r\n',
    ),
    'latin1',
  )
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const base64 = (bytes: Uint8Array | string) =>
  (
    Buffer.from(bytes as string, 'latin1')
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')
/** EUC-KR as bytes: Node.js writes none. */
const EUC_KR = {
  안녕하세요: '\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4',
  견적: '\xb0\xdf\xc0\xfb',
  문의: '\xb9\xae\xc0\xc7',
}
const HELLO = '안녕하세요 견적 문의'
const HELLO_EUC = `${EUC_KR['안녕하세요']} ${EUC_KR['견적']} ${EUC_KR['문의']}`
const PDF = '%PDF-1.7\n%%EOF'
const HTML = 'Content-Type: text/html; charset=utf-8'
const PLAIN = 'Content-Type: text/plain; charset=utf-8'

const part = (head: string[], body: string) => [...head, '', body].join('\r\n')
const file = (type: string, disposition: string, bytes: Uint8Array | string, ...head: string[]) =>
  part(
    [`Content-Type: ${type}`, `Content-Disposition: ${disposition}`, 'Content-Transfer-Encoding: base64', ...head],
    base64(bytes),
  )
const attached = (name: string, bytes: Uint8Array | string = PDF, type = 'application/octet-stream') =>
  file(type, `attachment; filename="${name}"`, bytes)
const picture = (name: string, id: string, bytes: Uint8Array = PNG) =>
  file('image/png', `inline; filename="${name}"`, bytes, `Content-ID: <${id}>`)
const several = (...parts: string[]) => {
  const boundary = `b${++ids}b`
  return {
    head: [`Content-Type: multipart/mixed; boundary="${boundary}"`],
    body: [...parts.map((one) => `--${boundary}\r\n${one}`), `--${boundary}--`, ''].join('\r\n'),
  }
}
const mixed = (...parts: string[]) => {
  const { head, body } = several(...parts)
  return mail(head, body)
}
const words = (text: string) => part([PLAIN], utf8(text))

export const REAL_MAILS: Record<string, RealMail[]> = {
  'Korean without its charset': [
    { what: 'the sample', raw: sample('mail-m07_nocharset_euckr.eml'), text: 'M07 안녕하세요 견적 문의' },
    {
      what: 'EUC-KR that calls itself UTF-8',
      raw: mail(['Content-Type: text/plain; charset=utf-8'], HELLO_EUC),
      text: HELLO,
    },
    {
      what: 'EUC-KR that only its HTML names',
      raw: mail(['Content-Type: text/html'], `<meta charset="ks_c_5601-1987"><p>${HELLO_EUC}</p>`),
      text: HELLO,
    },
    {
      what: 'EUC-KR in Base64 that calls itself ASCII',
      raw: mail(['Content-Type: text/plain; charset=us-ascii', 'Content-Transfer-Encoding: base64'], base64(HELLO_EUC)),
      text: HELLO,
    },
  ],
  'names of files in split and padded words': [
    {
      what: 'the sample',
      raw: sample('mail-n2_utf8_split_pad.eml'),
      text: 'n2',
      files: ['탄소발자국 산정 견적 요청서 최종본.pdf'],
    },
    {
      what: 'in words of EUC-KR, cut within a letter',
      raw: mixed(
        words('Hi'),
        file(
          'application/pdf',
          `attachment; filename="=?euc-kr?B?${base64(EUC_KR['견적'].slice(0, 3))}?= =?euc-kr?B?${base64(`${EUC_KR['견적'].slice(3)}.pdf`)}?="`,
          PDF,
        ),
      ),
      files: ['견적.pdf'],
    },
    {
      what: 'as raw bytes of EUC-KR',
      raw: mixed(words('Hi'), attached(`${EUC_KR['견적']}.pdf`)),
      files: ['견적.pdf'],
    },
    {
      what: 'in Q, cut within a letter',
      raw: mixed(
        words('Hi'),
        file('application/pdf', 'attachment; filename="=?UTF-8?Q?=EA=B2=AC=EC=A0?= =?utf-8?Q?=81.pdf?="', PDF),
      ),
      files: ['견적.pdf'],
    },
  ],
  'pictures of a signature beside a file': [
    {
      what: 'the sample',
      raw: sample('mail-m09_signature_images.eml'),
      text: 'M09 Contract attached.',
      files: ['contract.pdf'],
      pictures: ['image001.png', 'image002.png', 'image003.png', 'image004.png', 'image005.png'],
    },
    {
      what: 'five files, and a picture before them',
      raw: mixed(
        part([HTML], '<p>Hi</p><img src="cid:1@x">'),
        picture('logo.png', '1@x'),
        ...[1, 2, 3, 4, 5].map((n) => attached(`${n}.pdf`)),
      ),
      text: 'Hi',
      files: ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'],
      pictures: ['logo.png'],
    },
    {
      what: 'pictures whose address is percent-encoded',
      raw: mixed(
        part([HTML], '<p>Hi</p><img src="cid:a%40x"><img src=CID:b@x>'),
        picture('a.png', 'a@x'),
        picture('b.png', 'b@x'),
        attached('c.pdf'),
      ),
      files: ['c.pdf'],
      pictures: ['a.png', 'b.png'],
    },
    {
      what: 'a picture of a type that is not kept: the sender is not written to because of a signature',
      raw: mixed(
        part([HTML], '<p>Hi</p><img src="cid:1">'),
        picture('logo.gif', '1', Buffer.from('GIF89a')),
        attached('c.pdf'),
      ),
      files: ['c.pdf'],
    },
  ],
  'a person who writes by a list': [
    { what: 'the sample', raw: sample('mail-m11_list.eml'), text: 'M11 Please call me tomorrow, we want to sign.' },
    { what: 'with Precedence: bulk', raw: mail([PLAIN, 'Precedence: bulk'], 'Call me.'), text: 'Call me.' },
    {
      what: 'with the headers of groupware',
      raw: mail(
        [PLAIN, 'X-Autoreply: no', 'List-Unsubscribe: <mailto:x@gaon.example>', 'List-Id: <purchase.gaon.example>'],
        'Call me.',
      ),
      text: 'Call me.',
    },
    {
      what: 'with a subject that speaks of an absence',
      raw: mail(
        [PLAIN, 'Auto-Submitted: no', `Subject: =?utf-8?B?${base64(utf8('부재중 전화 드렸습니다'))}?=`],
        'Call me.',
      ),
      text: 'Call me.',
    },
  ],
  'HTML without a text': [
    { what: 'the sample', raw: sample('mail-m12_outlook_html_entities.eml'), text: 'M12 안녕하세요 “견적” A → B …' },
    {
      what: 'of Outlook, quoted-printable',
      raw: mail(
        ['Content-Type: text/html; charset="utf-8"', 'Content-Transfer-Encoding: quoted-printable'],
        '<html><head><style>p.MsoNormal=\r\n {margin:0}</style></head><body><!--[if mso]><p>96</p><![endif]--><p class=3D"MsoNormal">&#xACAC;=EC=A0=\r\n=81<o:p></o:p></p></body></html>',
      ),
      text: '견적',
    },
    {
      what: 'a table and a hidden line',
      raw: mail(
        [HTML],
        utf8(
          '<div style="display:none">preview</div><table><tr><td>품목</td><td>수량</td></tr><tr><td>A</td><td>2</td></tr></table>',
        ),
      ),
      text: '품목 수량\nA 2',
    },
    {
      what: 'a list and signs of markup',
      raw: mail(
        [HTML],
        utf8('<ul><li>1 &lt; 2 &amp;amp;</li><li>둘</li></ul><script>x</script><p>&nbsp;</p><p>끝</p>'),
      ),
      text: '- 1 < 2 &amp;\n- 둘\n\n끝',
    },
  ],
  'what a parser does not open': [
    {
      what: 'the sample',
      raw: sample('mail-m14_rfc822.eml'),
      text: 'M14 forwarded\n\n✉ Re: Price · <kim@gaon.example> · Fri, 27 Nov 2026 14:00:00 +0900\nINNER',
      files: ['inner.pdf'],
    },
    {
      what: 'a forwarded mail as a file of no type',
      raw: mixed(words('Hi'), attached('mail.eml', mail([PLAIN], utf8('안의 글')))),
      text: 'Hi\n\n✉ Re: Price · <kim@gaon.example>\n안의 글',
    },
    {
      what: 'S/MIME that is signed with its contents',
      raw: mail(
        [
          'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
          'Content-Disposition: attachment; filename="smime.p7m"',
          'Content-Transfer-Encoding: base64',
        ],
        base64('0\x82'),
      ),
      text: '',
      leftOut: [['smime.p7m', 'sealed']],
    },
    {
      what: 'winmail.dat',
      raw: mixed(words('Hi'), attached('winmail.dat', '\x78\x9f\x3e\x22', 'application/ms-tnef')),
      text: 'Hi',
      leftOut: [['winmail.dat', 'winmail']],
    },
  ],
  'files without an extension': [
    { what: 'the sample', raw: sample('mail-m19_noext.eml'), text: 'M19 scanned', files: ['스캔된 문서.pdf'] },
    { what: 'a photo', raw: mixed(words('Hi'), attached('IMG_2026', JPG)), files: ['IMG_2026.jpg'] },
    { what: 'a document', raw: mixed(words('Hi'), attached('proposal', DOCX)), files: ['proposal.docx'] },
    {
      what: 'a date at the end of the name',
      raw: mixed(words('Hi'), attached('quote 2026.11.27')),
      files: ['quote 2026.11.27.pdf'],
    },
  ],
  'what programs quote': [
    {
      what: 'the sample',
      raw: sample('mail-m02_naver_euckr_html.eml'),
      quoted: 'QUOTEDTEXT our answer',
    },
    {
      what: 'of Outlook in Korean',
      raw: mail(
        [PLAIN],
        utf8(
          '네.\r\n\r\n-----원본 메시지-----\r\n보낸 사람: VCP-X\r\n보낸 날짜: 2026년 11월 27일\r\n받는 사람: 김\r\n제목: Re\r\n\r\nour answer',
        ),
      ),
      quoted: 'our answer',
    },
    {
      what: 'of Gmail in Korean, over two lines',
      raw: mail(
        [PLAIN],
        utf8(
          '네.\r\n\r\n2026년 11월 27일 (금) 오후 2:00, VCP-X 고객지원\r\n<site@vcp-x.example>님이 작성:\r\n\r\n> our answer',
        ),
      ),
      quoted: 'our answer',
    },
    {
      what: 'of Naver as a table',
      raw: mail(
        [HTML],
        utf8(
          '<p>네.</p><table><tr><th>보낸사람</th><td>VCP-X</td></tr><tr><th>받는사람</th><td>kim</td></tr><tr><th>보낸시간</th><td>2026-11-27</td></tr><tr><th>제목</th><td>Re</td></tr></table><div>our answer</div>',
        ),
      ),
      quoted: 'our answer',
    },
  ],
  'what the rules of the forms refuse': [
    {
      what: 'a program',
      raw: mixed(words('Hi'), attached('setup.exe', EXE), attached('a.pdf')),
      files: ['a.pdf'],
      leftOut: [['setup.exe', 'file-wrong-type']],
    },
    {
      what: 'six files',
      raw: mixed(words('Hi'), ...[1, 2, 3, 4, 5, 6].map((n) => attached(`${n}.pdf`))),
      files: ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'],
      leftOut: [['6.pdf', 'too-many']],
    },
    {
      what: 'a list that is HTML',
      raw: mixed(words('Hi'), attached('list.xls', '<html><table><tr><td>1</td></tr></table></html>')),
      leftOut: [['list.xls', 'file-save-again']],
    },
    { what: 'an empty file', raw: mixed(words('Hi'), attached('a.pdf', '')), leftOut: [['a.pdf', 'file-empty']] },
  ],
}

/** The address of an inquiry, and a sender that is the same mailbox. */
export const IDN: RealMail[] = [
  {
    what: 'in ASCII',
    from: 'hong@xn--vf4b131b.xn--3e0b707e',
    raw: mail([PLAIN], 'Hi', 'hong@xn--vf4b131b.xn--3e0b707e'),
  },
  { what: 'in Hangul', from: 'hong@회사.한국', raw: mail([PLAIN], 'Hi', utf8('hong@회사.한국')) },
  {
    what: 'with another case',
    from: 'Hong@XN--VF4B131B.xn--3e0b707e',
    raw: mail([PLAIN], 'Hi', 'Hong@XN--VF4B131B.xn--3e0b707e'),
  },
].map((one) => ({ ...one, text: 'Hi' }))
