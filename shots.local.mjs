import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--host-resolver-rules=MAP partner-a.example 127.0.0.1'] })
const which = process.argv.slice(2)
for (const [name, path, locale, width, host, js] of [
  ['req-ko-1280','/support/request','ko-KR',1280],['req-en-360','/support/request','en-US',360],['req-en-768','/support/request','en-US',768],
  ['aff-en-1280','/support/affiliate','en-US',1280],['aff-ko-360','/support/affiliate','ko-KR',360],['aff-pa-1280','/support/affiliate','ko-KR',1280,'partner-a.example'],
  ['nojs-ko-768','/support/request','ko-KR',768,undefined,false],
  ['done-ko-768','/support/request/complete?receipt=abc&unsent=a.pdf&unsent=b.pdf','ko-KR',768],
].filter(([n]) => which.length===0 || which.some(w=>n.includes(w)))) {
  const c = await b.newContext({ locale, viewport: { width, height: 900 }, javaScriptEnabled: js ?? true, reducedMotion: 'reduce' })
  const p = await c.newPage()
  p.on('console', m => { if (['error','warning'].includes(m.type())) console.log(name, m.text()) })
  p.on('pageerror', e => console.log(name, 'ERR', e.message))
  await p.goto(`http://${host ?? '127.0.0.1'}:8880${path}`, { waitUntil: 'networkidle' })
  const o = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (o>0) console.log(name, 'overflow', o)
  await p.screenshot({ path: `/tmp/forms-shots/${name}.png`, fullPage: true })
  await c.close()
}
await b.close()
