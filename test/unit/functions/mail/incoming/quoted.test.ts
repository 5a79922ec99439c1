import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { REPLY_TEXT_MAX } from '../../../../../functions/contract/conversation-limits.ts'
import { sanitizeMailHtml } from '../../../../../functions/http/sanitize-html.ts'
import { textOfHtml } from '../../../../../functions/mail/incoming/html-lines.ts'
import { foldQuoted, splitQuoted } from '../../../../../functions/mail/incoming/quoted.ts'

const OURS = '당사 답변입니다.'

/** What this process has computed since, in milliseconds: a busy machine costs none. @param before of `process.cpuUsage` */
function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What programs write below a reply, before what they quote. */
const TEXTS: [string, string][] = [
  ['Gmail', `2026년 11월 27일 (금) 오후 2:00, VCP-X <site@vcp-x.example>님이 작성:\n\n> ${OURS}\n>\n> 감사합니다.\n`],
  ['Gmail, folded', `2026년 11월 27일 (금) 오후 2:00, VCP-X 고객지원\n<site@vcp-x.example>님이 작성:\n\n> ${OURS}`],
  [
    'Gmail, folded at its last word',
    `2026년 11월 27일 (금) 오후 2:00, VCP-X <site@vcp-x.example>님이\n작성:\n\n> ${OURS}`,
  ],
  ['Gmail in English', `On Fri, Nov 27, 2026 at 2:00 PM VCP-X <site@vcp-x.example> wrote:\n\n> ${OURS}`],
  [
    'Gmail in English, folded',
    `On Fri, Nov 27, 2026 at 2:00 PM VCP-X Customer Support\n<site@vcp-x.example> wrote:\n> ${OURS}`,
  ],
  [
    'Gmail, without signs',
    `2026년 11월 27일 (금) 오후 2:00, VCP-X <site@vcp-x.example>님이 작성:\n\n${OURS}\n감사합니다.`,
  ],
  ['iPhone', `2026. 11. 27. 오후 2:00, VCP-X <site@vcp-x.example> 작성:\n\n> ﻿${OURS}`],
  ['iPhone in English', `On Nov 27, 2026, at 2:00 PM, VCP-X <site@vcp-x.example> wrote:\n\n> ${OURS}`],
  ['Thunderbird', `2026-11-27 오후 2:00에 VCP-X 이(가) 쓴 글:\n> ${OURS}`],
  [
    'Outlook',
    `보낸 사람: VCP-X <site@vcp-x.example>\n보낸 날짜: 2026년 11월 27일 금요일 오후 2:00\n받는 사람: 김 <kim@gaon.example>\n제목: Re: 견적\n\n${OURS}`,
  ],
  [
    'Outlook of 2016',
    `-----원본 메시지-----\n보낸 사람: VCP-X [mailto:site@vcp-x.example]\n보낸 날짜: 2026년\n받는 사람: 김\n제목: Re\n\n${OURS}`,
  ],
  [
    'Outlook on the web',
    `________________________________\n보낸 사람: VCP-X <site@vcp-x.example>\n보낸 날짜: 2026년 11월 27일\n받는 사람: kim@gaon.example\n제목: Re: 견적\n\n${OURS}`,
  ],
  [
    'Outlook in English',
    `From: VCP-X <site@vcp-x.example>\nSent: Friday, November 27, 2026 2:00 PM\nTo: Kim <kim@gaon.example>\nSubject: Re: Quote\n\n${OURS}`,
  ],
  ['Outlook for phones', `*From:* VCP-X <site@vcp-x.example>\n*Sent:* Friday\n*To:* Kim\n*Subject:* Re\n\n${OURS}`],
  [
    'Naver',
    `-----Original Message-----\nFrom: "VCP-X"<site@vcp-x.example>\nTo: <kim@naver.example>\nCc:\nSent: 2026-11-27 (금) 14:00:00 (GMT+09:00)\nSubject: Re: 견적\n\n${OURS}`,
  ],
  [
    'Daum',
    `--------- 원본 메일 ---------\n보낸사람 : VCP-X <site@vcp-x.example>\n받는사람 : kim@hanmail.example\n날짜: 26.11.27 14:00 GMT +0900\n제목: Re: 견적\n\n${OURS}`,
  ],
  [
    'Hanmail',
    `---------[ 받은 메일 내용 ]----------\n제목 : Re: 견적\n날짜 : 2026년\n보낸이 : VCP-X\n받는이 : kim\n\n${OURS}`,
  ],
  [
    'Samsung',
    `-------- 원본 이메일 --------\n보낸 사람: VCP-X <site@vcp-x.example>\n날짜: 26/11/27 오후 2:00 (GMT+09:00)\n받은 사람: kim@gaon.example\n제목: Re: 견적\n\n${OURS}`,
  ],
  [
    'groupware',
    `발신: VCP-X <site@vcp-x.example>\n수신: kim@gaon.example\n참조:\n일시: 2026-11-27 14:00\n제목: Re: 견적\n\n${OURS}`,
  ],
  [
    'a table of groupware',
    `보낸사람 VCP-X <site@vcp-x.example>\n받는사람 kim@gaon.example\n보낸날짜 2026-11-27 14:00\n제목 Re: 견적\n\n${OURS}`,
  ],
]

const HTML: [string, string][] = [
  [
    'Gmail',
    `<div dir="ltr">OWN</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">2026년 11월 27일 (금) 오후 2:00, VCP-X &lt;<a href="mailto:site@vcp-x.example">site@vcp-x.example</a>&gt;님이 작성:<br></div><blockquote class="gmail_quote" style="margin:0">${OURS}</blockquote></div>`,
  ],
  [
    'iPhone',
    `<div dir="ltr">OWN</div><div dir="ltr"><br><blockquote type="cite">2026. 11. 27. 오후 2:00, VCP-X &lt;site@vcp-x.example&gt; 작성:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${OURS}</div></blockquote>`,
  ],
  [
    'Outlook',
    `<div class=WordSection1><p class=MsoNormal>OWN<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>보낸 사람:</b> VCP-X &lt;site@vcp-x.example&gt;<br><b>보낸 날짜:</b> 2026년 11월 27일<br><b>받는 사람:</b> kim<br><b>제목:</b> Re: 견적</p></div></div><p class=MsoNormal>${OURS}</p></div>`,
  ],
  [
    'Outlook on the web',
    `<div>OWN</div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg"><b>From:</b> VCP-X &lt;site@vcp-x.example&gt;<br><b>Sent:</b> Friday<br><b>To:</b> kim<br><b>Subject:</b> Re</div><div>${OURS}</div>`,
  ],
  [
    'Naver',
    `<html><body><div style="font-size:10pt"><p>OWN</p><p>&nbsp;</p><p>-----Original Message-----<br><b>From:</b> "VCP-X"&lt;site@vcp-x.example&gt;<br><b>To:</b> &lt;kim@naver.example&gt;<br><b>Cc:</b> <br><b>Sent:</b> 2026-11-27 (금) 14:00:00 (GMT+09:00)<br><b>Subject:</b> Re: 견적<br><br></p><div>${OURS}</div></div></body></html>`,
  ],
  [
    'a table of Naver',
    `<p>OWN</p><table><tbody><tr><th>보낸사람</th><td>VCP-X</td></tr><tr><th>받는사람</th><td>kim</td></tr><tr><th>보낸시간</th><td>2026-11-27</td></tr><tr><th>제목</th><td>Re</td></tr></tbody></table><div>${OURS}</div>`,
  ],
  [
    'a cell of a table',
    `<table><tr><td><p>OWN</p><p>-----원본 메시지-----</p><b>보낸 사람:</b> x<p>${OURS}</p></td></tr></table>`,
  ],
  [
    'Daum',
    `<div>OWN</div><div><br><p>--------- 원본 메일 ---------</p><p><b>보낸사람</b> : VCP-X</p><p><b>받는사람</b> : kim</p><p><b>날짜</b>: 26.11.27</p><p><b>제목</b>: Re</p>${OURS}</div>`,
  ],
]

/** Whether tags are balanced, as the sanitiser writes them. */
const isBalanced = (html: string) => {
  const open: string[] = []
  for (const [, end, name = '', empty] of html.matchAll(/<(\/?)([a-z\d]+)[^>]*?(\/?)>/g)) {
    if (end) {
      if (open.pop() !== name) return false
    } else if (!empty) open.push(name)
  }
  return open.length === 0
}
/** What is not folded. */
const shown = (html: string) => textOfHtml(html.replace(/<details[^]*<\/details>/, ''))

describe('a reply', () => {
  test.each([
    ['Thank you.', 'Thank you.', ''],
    ['Thank you.\n\n> Hello.\n> Bye.\n', 'Thank you.', '> Hello.\n> Bye.\n'],
    ['Thank you.\n\nOn Monday you wrote: \n\n> Hello.', 'Thank you.', 'On Monday you wrote: \n\n> Hello.'],
    ['감사합니다.\n담당자님이 작성 :\n> 안녕하세요.', '감사합니다.', '담당자님이 작성 :\n> 안녕하세요.'],
    ['> Hello.\nYes.', '> Hello.\nYes.', ''],
  ])('is split before what it quotes at its end: %j', (text, own, quoted) => {
    expect(splitQuoted(text)).toEqual({ own, quoted })
  })

  test.each(TEXTS)('by %s has its own words and what it quotes', (_, quoted) => {
    const text = `네, 계약하겠습니다.\n내일 전화 주세요.\n\n${quoted}`
    expect(splitQuoted(text)).toEqual({ own: '네, 계약하겠습니다.\n내일 전화 주세요.', quoted })
  })

  test.each(HTML)('in HTML by %s has them too, and so has its text', (_, html) => {
    const clean = sanitizeMailHtml(html)
    const folded = foldQuoted(clean, 'Quoted')
    expect(isBalanced(folded)).toBe(true)
    expect(shown(folded)).toBe('OWN')
    expect(textOfHtml(folded)).toContain(OURS)
    expect(splitQuoted(textOfHtml(html)).own).toBe('OWN')
  })

  test('by the sample of Naver', () => {
    const html = readFileSync(new URL('../../../../support/cases/mail-m02_naver_euckr_html.eml', import.meta.url))
    const body = new TextDecoder('euc-kr').decode(html).split('\n\n')[1] ?? new TextDecoder('euc-kr').decode(html)
    expect(splitQuoted(textOfHtml(body.slice(body.indexOf('<html>'))))).toEqual({
      own: 'M02 견적 감사합니다.',
      quoted: expect.stringMatching(/^-----Original Message-----\n[^]*QUOTEDTEXT our answer$/),
    })
  })

  test.each([
    ['answers between the lines', 'On Monday, VCP-X <site@vcp-x.example> wrote:\n> Who?\nI.\n> When?\nNow.'],
    ['has a list of its own', '아래로 보내 주세요.\nFrom: Seoul\nTo: Busan\nDate: 12/1\nBest, Kim'],
    ['speaks of a subject', '제목 없이 보냈습니다.\n보낸 사람은 저입니다.\n받는 사람도 저입니다.'],
    ['forwards something', '---------- Forwarded message ---------\n견적 요청 내용입니다.'],
    [
      'forwards something by Gmail',
      '견적입니다.\n\n---------- Forwarded message ---------\nFrom: X <x@y.example>\nDate: 2026\nSubject: 견적\nTo: me\n\n내용',
    ],
    [
      'forwards something by Apple Mail',
      'See below.\n\nBegin forwarded message:\n\nFrom: X\nSubject: A\nDate: B\nTo: C\n\nText',
    ],
    [
      'forwards something in Korean',
      '아래 참고 바랍니다.\n\n-------- 전달된 메시지 --------\n보낸 사람: X\n날짜: 2026\n받는 사람: Y\n제목: 견적\n\n내용',
    ],
    ['has a rule', '감사합니다.\n----------\n김가온 / 구매팀'],
    ['ends with a colon', '2026년 11월 27일 회의에서 정한 내용을 작성:\n'],
    ['only quotes', '-----Original Message-----\nFrom: x\nTo: y\nSubject: z\n\nHello'],
  ])('that %s is not split', (_, text) => {
    expect(splitQuoted(text)).toEqual({ own: text, quoted: '' })
  })

  test('in HTML that answers between the lines has each quotation folded', () => {
    const html = '<blockquote>Who?</blockquote><p>I.</p><blockquote>When?</blockquote><p>Now.</p>'
    expect(foldQuoted(html, 'Q').match(/<details/g)).toHaveLength(2)
    expect(isBalanced(foldQuoted(html, 'Q'))).toBe(true)
  })

  test('of blanks as long as a reply may be costs nothing, also where there are several', () => {
    const line = `wrote${' '.repeat(REPLY_TEXT_MAX - 10)}x`
    for (let n = 0; n < 10; n++) expect(splitQuoted(`${line}\n> q`)).toEqual({ own: line, quoted: '> q' })
  })

  test.each([
    ['introductions', 'On 1, x wrote:\n', '> q\nend'],
    ['senders', 'From: x\n', ''],
    ['rules', '-----\n', ''],
  ])('of many %s costs little', (_, line, end) => {
    const started = process.cpuUsage()
    splitQuoted(line.repeat(REPLY_TEXT_MAX / line.length) + end)
    expect(cpuMs(started)).toBeLessThan(1000)
  })
})

describe('the text of HTML', () => {
  test.each([
    ['<p>안녕&#54616;&#xC138;요 &ldquo;견적&rdquo; &hellip;</p>', '안녕하세요 “견적” …'],
    ['<!-- mso --><!--[if gte mso 9]><xml>96</xml><![endif]--><p>a</p>', 'a'],
    ['<![if !supportLists]><p>1.&nbsp; a</p><![endif]>', '1.  a'],
    ['<head><title>t</title><style>p{}</style></head><body>a<script>b</script></body>', 'a'],
    ['<xml><o:P>96</o:P></xml>a', 'a'],
    ['<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
    ['<p>a</p><p>&nbsp;</p><p>b</p>', 'a\n\nb'],
    ['a<br>b<br><br><br><br>c', 'a\nb\n\nc'],
    ['<table><tr><td>품목</td><td>수량</td></tr><tr><td>A</td><td>2</td></tr></table>', '품목 수량\nA 2'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n>> b'],
    ['<div style="display:none">hidden</div>a', 'a'],
    ['1 &lt; 2 &amp;amp; <b>x', '1 < 2 &amp; x'],
    ['a<style>never ends', 'anever ends'],
  ])('of %j is %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text)
  })

  test.each([
    ['elements in each other', '<b>', 300_000],
    ['hidden elements that do not end', '<xml>', 200_000],
    ['quotations', '<blockquote>a', 100_000],
    ['entities', '&amp;', 200_000],
    ['attributes', '<a style="x', 100_000],
  ])('of many %s takes little time', (_, piece, times) => {
    const started = process.cpuUsage()
    textOfHtml(piece.repeat(times))
    expect(cpuMs(started)).toBeLessThan(2000)
  })
})
