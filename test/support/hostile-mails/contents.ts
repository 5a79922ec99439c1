import { FROM, PLAIN, proven, forged, multipart, text, html, file, PDF, type HostileMail } from './mail.ts'

/** That hold something hostile. */
export const CONTENTS: HostileMail[] = [
  {
    what: 'a script',
    ...html('<p>Hello</p><script>alert(1)</script>'),
    becomes: 'received',
    contains: ['<p>Hello</p>'],
    never: /<script|alert\(1\)<\/script/,
  },
  { what: 'an event handler', ...html('<p onclick="alert(1)">Hello</p>'), becomes: 'received', never: /onclick/ },
  {
    what: 'a picture that tells it is read',
    ...html('<p>Hi<img src="https://evil.example/pixel.gif"></p>'),
    becomes: 'received',
    never: /pixel\.gif|<img/,
  },
  {
    what: 'styles that load something',
    ...html(
      '<style>@import url(https://evil.example/x.css)</style><p style="background:url(https://evil.example/y)">Hi</p>',
    ),
    becomes: 'received',
    never: /evil\.example/,
  },
  {
    what: 'a frame, a form and a base',
    ...html(
      '<base href="https://evil.example/"><iframe src="//evil.example"></iframe><form action="https://evil.example"><input name=p></form>Hi',
    ),
    becomes: 'received',
    never: /<(?:base|iframe|form|input)/,
  },
  {
    what: 'a link that runs a script',
    ...html('<a href="java&#x0A;script:alert(1)">Hi</a>'),
    becomes: 'received',
    never: /script:/,
  },
  {
    what: 'an SVG that runs a script',
    ...html('<svg><animate onbegin=alert(1)></svg><math><mi xlink:href="javascript:alert(1)">Hi</math>'),
    becomes: 'received',
    never: /<svg|onbegin|javascript:/,
  },
  {
    what: 'a text that is markup, and HTML beside it',
    ...multipart([text('1 <b>2</b>\r\n3 &amp; 4'), 'Content-Type: text/html\r\n\r\n<p>5</p>']),
    becomes: 'received',
    contains: ['"text":"1 <b>2</b>\\n3 &amp; 4\\n', '1 &lt;b&gt;2&lt;/b&gt;<br />3 &amp;amp; 4', '<p>5</p>'],
  },
  {
    what: 'a charset that lies',
    head: proven('Content-Type: text/plain; charset=utf-7'),
    body: '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
    becomes: 'received',
    never: /<script/,
  },
  {
    what: 'bytes that are not what the charset says',
    head: proven(PLAIN),
    body: Uint8Array.from([0x48, 0x69, 0xff, 0xfe, 0xc0, 0xaf, 0x00]),
    becomes: 'received',
    contains: ['Hi'],
    never: /\0|\\u0000/,
  },
  {
    what: 'characters that turn the reading direction',
    head: proven(PLAIN),
    body: 'Hi \u202egpj.exe',
    becomes: 'received',
    never: /\u202e/,
  },
  {
    what: 'a program that calls itself a PDF',
    ...multipart([text('Hi'), file('offer.pdf', 'application/pdf', 'TVqQAAMAAAAEAAAA')]),
    becomes: 'received',
    contains: ['offer.pdf', 'file-not-its-type'],
  },
  {
    what: 'a program',
    ...multipart([text('Hi'), file('offer.pdf.exe', 'application/octet-stream', 'TVqQAAMAAAAEAAAA')]),
    becomes: 'received',
    contains: ['file-wrong-type'],
  },
  {
    what: 'a page as a file',
    ...multipart([text('Hi'), file('page.html', 'text/html', 'PHNjcmlwdD4=')]),
    becomes: 'received',
    contains: ['page.html', 'file-wrong-type'],
  },
  {
    what: 'a name that leaves its folder',
    ...multipart([text('Hi'), file('../../etc/offer.pdf', 'application/pdf', PDF)]),
    becomes: 'received',
    contains: ['"name":"offer.pdf"'],
    never: /\.\.\//,
  },
  {
    what: 'six files',
    ...multipart([text('Hi'), ...Array.from({ length: 6 }, (_, n) => file(`${n}.pdf`, 'application/pdf', PDF))]),
    becomes: 'received',
    contains: ['too-many'],
  },
  {
    what: 'an empty file',
    ...multipart([text('Hi'), file('empty.pdf', 'application/pdf', '')]),
    becomes: 'received',
    contains: ['file-empty'],
  },
  {
    what: 'an invitation',
    ...multipart([
      text('Hi'),
      `Content-Type: text/calendar; method=REQUEST; name="invite.ics"\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR`,
    ]),
    becomes: 'received',
    contains: ['invite.ics', 'file-wrong-type'],
  },
  {
    what: 'a winmail.dat',
    ...multipart([text('Hi'), file('winmail.dat', 'application/ms-tnef', 'eJ8+IgAA')]),
    becomes: 'received',
    contains: ['winmail.dat', '"winmail"'],
  },
  {
    what: 'a mail in the mail',
    ...multipart([text('Hi'), `Content-Type: message/rfc822\r\n\r\n${FROM}\r\nSubject: inner\r\n\r\nInner`]),
    becomes: 'received',
    contains: ['✉ inner', 'Inner'],
  },
  {
    what: 'HTML of somebody nothing proves',
    head: forged()
      .filter((line) => line !== PLAIN)
      .concat('Content-Type: text/html; charset=utf-8'),
    body: '<title>x</title><style>p { color: red }</style><p>A &amp; B</p><div>Hello</div>',
    becomes: 'quarantined',
    contains: ['"text":"A & B\\nHello"', '"html":null'],
  },
  {
    what: 'files of somebody nothing proves',
    head: forged()
      .filter((line) => line !== PLAIN)
      .concat('Content-Type: multipart/mixed; boundary="b"'),
    body: `--b\r\n${text('Hi')}\r\n--b\r\n${file('offer.pdf', 'application/pdf', PDF)}\r\n--b--\r\n`,
    becomes: 'quarantined',
    contains: ['offer.pdf', 'not-opened'],
  },
]
