import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFirstContent } from '../../functions/cli/first-content.ts'
import { browserScript } from '../../app/build/browser-script.ts'
import { readFrontMatter } from '../../functions/publishing/front-matter.ts'
import { renderMarkdown } from '../../functions/publishing/markdown.ts'
import { ADMIN_TOKEN } from '../support/operator.ts'
import { type Site as Worker, startSite } from '../support/site.ts'
import { openBrowser } from './support/browser.ts'
import { editorOf, writeTable } from './support/editor-page.ts'
import { signIn } from './support/operator.ts'
import type { EditorInside } from './support/rich-markdown.ts'
import { FAILED_REQUESTS, useSite } from './support/site.ts'

declare const inside: EditorInside

let worker: Worker
beforeAll(async () => {
  worker = await startSite({ vars: { ADMIN_TOKEN } })
  await loadFirstContent(worker.env.DB, new Date())
})
afterAll(() => worker.close())
const site = useSite({ origin: () => worker.url.origin, expected: FAILED_REQUESTS })

let page: Page
beforeAll(async () => {
  const [{ text }, browser] = await Promise.all([
    browserScript(join(import.meta.dirname, 'support/rich-markdown.ts')),
    openBrowser(),
  ])
  page = await browser.newPage()
  await page.evaluate(text)
})

const written = (source: string) => page.evaluate((text) => inside.written(text), source)
const pasted = (html: string) => page.evaluate((text) => inside.pasted(text), html)
/** Without the white space between blocks, which nobody sees. */
const rendered = (markdown: string) => renderMarkdown(markdown).replace(/>\s+</g, '><').trim()

describe('a text in the editor', () => {
  const files = globSync('functions/database/first-content/{notice,faq}/*.md')

  test('keeps its Markdown byte for byte where nobody has edited it, all 50 first entries in both languages', async () => {
    expect(files).toHaveLength(100)
    for (const file of files) {
      const source = readFrontMatter(readFileSync(file, 'utf8')).content
      const { unedited, longer, anew, sources } = await written(source)
      expect(unedited, file).toBe(source)
      expect(longer, file).toBe(`${source.trimEnd()}\n\nadded\n`)
      expect(sources, file).toEqual([])
      // Even a text of which every block was edited looks as before.
      expect(rendered(anew), file).toBe(rendered(source))
    }
  })

  test.each([
    ['HTML that it has no part for', '<details><summary>More</summary>Text</details>\n'],
    ['a task list', '- [ ] open\n- [x] done\n'],
    ['a definition of a link', 'See [this][1].\n\n[1]: https://example.com\n'],
    ['odd white space', '\n\n# A\ntext  \nmore\n\n\n\n* one\n\n* two\n\n\n'],
    ['HTML of an entry from before', '<p>One</p>\n<table><tr><td colspan="2">x</td></tr></table>'],
    ['nothing', ''],
  ])('keeps %s', async (_, source) => {
    const { unedited, longer } = await written(source)
    expect(unedited).toBe(source)
    expect(longer.trim().startsWith(source.trim())).toBe(true)
  })

  test.each([
    ['bold text before a particle', '<p><strong>“인용”</strong>은</p>'],
    ['signs that Markdown would read', '<p>2 * 3 * 4 &lt;b&gt; _a_ &amp;lt; 1. x | y [z]</p>'],
    ['signs at the start of a line', '<p>1) 개요<br>- 항목<br>2. 둘<br># 셋<br>&gt; 넷<br>===</p><p>2) 범위</p>'],
    [
      'signs after a space at the start of a line',
      '<p data-pm-slice="1 1 []">위<br> - 항목<br> 1. 둘<br> ---</p><p>12(<br>|-</p>',
    ],
    ['a blank to fill in', '<p>성명: ______ (서명) __</p>'],
    ['a line in a cell', '<table><tr><th>A|B</th></tr><tr><td>one<br>two</td></tr></table>'],
    ['code in bold', '<p><strong><code>a|b</code></strong></p>'],
    ['a list in a list', '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>'],
  ])('writes %s so that visitors see it', async (_, html) => {
    const shown = rendered(await pasted(html))
    const text = (markup: string) =>
      markup
        .replace(/<br ?\/>/g, '<br>')
        .replace(/<(?!br|strong|code|ol|ul|li|t[hdr])[^>]*>/g, '')
        .replace(/\s/g, '')
    expect(text(shown).replace(/<\/?(?:thead|tbody)>/g, '')).toBe(text(html))
  })

  test('takes what is typed after a button before the browser has drawn a frame', async () => {
    const page = await signIn(site, 'en')
    await page.addInitScript(() => {
      const draw = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (callback) => window.setTimeout(() => draw(callback), 1000)
    })
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    await writeTable(page.getByRole('group', { name: 'English' }), ['Part', 'One'], true)
    await expect.poll(() => page.locator('#contents_en').inputValue()).toMatch(/\| Part +\|\n.*\n\| One +\|/)
  })
})

describe('what is pasted', () => {
  test('from Word keeps its lists, its table and what is bold, without its styles', async () => {
    const item = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:40pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${sign}<span style='font:7pt "Times New Roman"'>&nbsp; </span></span><![endif]>${text}</p>`
    const html = `<html><head><style>p{color:red}</style></head><body><!--StartFragment-->
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span style='font-size:14pt'>제목</span></b><o:p></o:p></p>
${item(1, '·', '하나')}${item(2, 'o', '둘')}${item(1, '·', '셋')}${item(1, '1.', '넷')}
<table class=MsoTableGrid style='border:none'><tr><td style='width:50pt'><p class=MsoNormal>구분</p></td><td><p class=MsoNormal>값</p></td></tr>
<tr><td colspan=2><p class=MsoNormal>합친 칸</p></td></tr></table><!--EndFragment--></body></html>`
    expect(await pasted(html)).toBe(
      '**제목**\n\n- 하나\n  - 둘\n- 셋\n\n1. 넷\n\n| 구분 | 값 |\n| --- | --- |\n| 합친 칸 |  |\n',
    )
  })

  test('from Word keeps the numbers of its lists, signs that are words, and underscores', async () => {
    const item = (sign: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>${sign}<span>&nbsp;</span></span></span><![endif]>${text}</p>`
    const paragraph = (text: string) => `<p class=MsoNormal>${text}</p>`
    const html = [
      item('1.', '하나'),
      paragraph('설명 문단'),
      item('2.', '둘'),
      item('3.', '셋'),
      item('가.', '넷'),
      paragraph('그리고'),
      item('제1조', '(목적)'),
      item('1.1', '범위'),
      item('(10)', '열'),
      item('①', '원'),
      item('ㄱ', '자모'),
      paragraph('파일 _최종본_ 과 __init__, ___a___ 그리고 snake_case__b'),
    ].join('')
    const written = await pasted(html)
    expect(written).toContain(
      '1. 하나\n\n설명 문단\n\n2. 둘\n3. 셋\n\n가. 넷\n\n그리고\n\n제1조 (목적)\n\n1.1 범위\n\n10. 열\n',
    )
    expect(rendered(written).replace(/\s+/g, ' ')).toContain(
      '<p>파일 _최종본_ 과 __init__, ___a___ 그리고 snake_case__b</p>',
    )
  })

  test('keeps signs that Markdown would read, by the way of the clipboard', async () => {
    const page = await signIn(site, 'en')
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    const text = '파일 _최종본_ 과 __init__'
    await page
      .getByRole('group', { name: 'English' })
      .locator('.rich-text')
      .evaluate((field, plain) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', plain)
        clipboardData.setData('text/html', `<p>${plain}</p>`)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    await expect.poll(() => page.locator('#contents_en').inputValue()).toContain('init')
    expect(rendered(await page.locator('#contents_en').inputValue())).toContain(`<p>${text}</p>`)
  })

  test('from Excel and Hangul is a table of the same rows and columns', async () => {
    const excel = `<table border=0 width=144 style='border-collapse:collapse'><col width=72 span=2><tr height=22><td height=22 class=xl65 width=72>품목</td><td rowspan=2 align=right style='font-weight:700'>1,200</td></tr><tr><td>전구</td></tr></table>`
    expect(await pasted(excel)).toBe('| 품목 | 1,200 |\n| --- | --- |\n| 전구 |  |\n')
    const hangul = `<!--[data-hwpjson]{"x":1}--><P CLASS=HStyle0 STYLE='line-height:160%;'><SPAN STYLE='font-family:"함초롬바탕";font-weight:bold'>안내</SPAN></P><TABLE border="1"><TR><TD valign="middle"><P CLASS=HStyle0><SPAN>가</SPAN></P><P CLASS=HStyle0><SPAN>나</SPAN></P></TD><TD><P CLASS=HStyle0>다</P></TD></TR></TABLE>`
    expect(await pasted(hangul)).toBe('**안내**\n\n| 가<br>나 | 다 |\n| --- | --- |\n')
  })

  test('from a web page keeps headings, links and lists, and no script, style or picture of another site', async () => {
    const web = `<div onclick="x()"><h2 style="color:red">제목</h2><script>x()</script><p>글 <a href="https://example.com/a?b=1" class="x">링크</a><img src="https://tracker.example/p.gif"> <a href="javascript:x()">나쁨</a></p><ul><li><p>하나</p></li></ul></div>`
    expect(await pasted(web)).toBe('## 제목\n\n글 [링크](https://example.com/a?b=1) 나쁨\n\n- 하나\n')
    const google = `<b style="font-weight:normal"><p><span style="font-weight:400">보통</span> <span style="font-weight:700;font-style:italic">굵은</span></p></b>`
    expect((await pasted(google)).trim()).toMatch(/^보통 \*{3}굵은\*{3}$/)
  })
})

describe('the page of an entry that is public', () => {
  test('says of a change that it is not public, and asks before a version is loaded over it', async () => {
    const page = await signIn(site, 'en')
    await page.goto('/admin/notices?state=published')
    await page.locator('.table a').first().click()
    const unpublished = page.getByText('Has unpublished changes')
    expect(await unpublished.isVisible()).toBe(false)
    await page.locator('#subject_en').fill('Changed')
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await unpublished.isVisible()).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Changed')
    await page.getByText('Bring back', { exact: true }).click()
    await page.getByRole('button', { name: 'Bring back version 1' }).click()
    await page.getByText('The earlier version is back').waitFor()
    expect(await page.locator('#subject_en').inputValue()).not.toBe('Changed')
    await page.locator('#subject_en').fill('Changed')
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish the changes' }).click()
    await page.getByRole('link', { name: 'View it' }).waitFor()
    // With the next letter it is no longer true.
    await page.locator('#subject_en').fill('Changed again')
    await page.getByRole('link', { name: 'View it' }).waitFor({ state: 'detached' })
  })

  test('brings no version back over a text that is not saved, and does not hammer a line that is gone', async () => {
    const page = await signIn(site, 'en')
    await page.goto('/admin/notices?state=published')
    await page.locator('.table a').first().click()
    await page.locator('.rich-text').first().waitFor()
    await page.getByText('Bring back', { exact: true }).last().click()
    let sent = 0
    await page.route('**/api/admin/**', (route) => {
      // The preview and the number of new inquiries are asked for too.
      if (route.request().method() === 'PATCH') sent++
      return route.abort()
    })
    await page.locator('#subject_en').fill('Not saved')
    await page.getByRole('button', { name: 'Bring back version 1' }).click()
    await page.waitForTimeout(2000)
    expect(sent).toBeLessThan(4)
    await page.getByText('Not saved: there is no connection').waitFor()
    expect(await page.locator('#subject_en').inputValue()).toBe('Not saved')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Bring back version 1' }).click()
    await page.getByText('The earlier version is back').waitFor()
  })

  test('keeps what its own writer typed just before the entry was withdrawn, and shown again', async () => {
    const page = await signIn(site, 'en')
    await page.goto('/admin/faq?state=published')
    await page.locator('.table a').first().click()
    for (const [typed, button, done] of [
      ['Typed', 'Withdraw', 'withdrawn'],
      ['Typed again', 'Publish again', 'published-again'],
    ] as const) {
      // The button is pressed before the text saves itself.
      await page.locator('#subject_en').evaluate(
        (field: HTMLInputElement, [value, name]) => {
          field.value = value
          field.dispatchEvent(new Event('input', { bubbles: true }))
          const buttons = [...document.querySelectorAll<HTMLElement>('button')]
          buttons.find(({ textContent }) => textContent === name)?.click()
        },
        [typed, button] as const,
      )
      await page.waitForURL(`**?done=${done}`)
      await page.getByText('Saved.', { exact: true }).waitFor()
      expect(await page.locator('#subject_en').inputValue()).toBe(typed)
    }
  })

  test('asks in sight and with the focus before it publishes, and says which text a schedule sends', async () => {
    const page = await signIn(site, 'en', { width: 360 })
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    await page.locator('#subject').fill('제목')
    // The English page shows the Korean text where it has none of its own, as it is typed.
    const english = page.frameLocator('[data-preview="contents_en"]').getByRole('heading', { level: 1, name: '제목' })
    await english.waitFor()
    await editorOf(page, 'Text').fill('본문')
    await page.getByRole('button', { name: 'Publish now' }).click()
    const faults = page.getByRole('alert').filter({ hasText: 'Check this before you publish' })
    await expect.poll(() => faults.evaluate((element) => element === document.activeElement)).toBe(true)
    const { top, bottom } = await faults.evaluate((element) => element.getBoundingClientRect())
    expect([top >= 0, bottom <= (page.viewportSize()?.height ?? 0)]).toEqual([true, true])
    await page.getByText('Publish later').click()
    await page.getByLabel('Publish on').fill('2099-01-01T08:30')
    await page.getByRole('button', { name: /^Schedule/ }).click()
    await page.getByText('Scheduled. It will be published automatically').waitFor()
    const note = page.getByText('the text that was scheduled goes out, without these changes')
    expect(await note.isVisible()).toBe(false)
    await page.locator('#subject').fill('다른 제목')
    await note.waitFor()
  })

  test('sends a photo as large as a page shows it, without where it was taken', async () => {
    const page = await signIn(site, 'en')
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    const photo = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(4032, 3024)
      canvas.getContext('2d')?.fillRect(0, 0, 100, 100)
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
    })
    await page.getByRole('button', { name: 'Picture or file' }).first().click()
    const buffer = Buffer.from(photo)
    await page
      .getByRole('dialog')
      .getByLabel('Choose file')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
    // Without a description nothing is sent.
    await page.getByRole('button', { name: 'Add to the text' }).click()
    await page.getByLabel('Description').fill('A corner')
    await page.getByRole('button', { name: 'Add to the text' }).click()
    const picture = page.getByRole('textbox', { name: 'Text' }).first().getByRole('img', { name: 'A corner' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440)
    expect(await page.locator('#contents').inputValue()).toMatch(/^!\[A corner\]\(\/content\/[^)]+\/photo\.webp\)\n$/)
  })
})

test('a question is moved by keyboard, and the pressed button keeps the focus', async () => {
  const page = await signIn(site, 'en')
  await page.goto('/admin/faq/order')
  const titles = () => page.locator('.order').first().getByRole('link').allTextContents()
  const [first = '', second = '', ...more] = await titles()
  const down = page.getByRole('button', { name: `Move down: ${first}` })
  await down.press('Enter')
  await page.waitForURL(/by=down/)
  expect(await titles()).toEqual([second, first, ...more])
  await expect.poll(() => down.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/by=up/)
  expect(await titles()).toEqual([first, second, ...more])
})
