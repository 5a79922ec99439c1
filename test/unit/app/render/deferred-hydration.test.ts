import { describe, expect, it } from 'vitest'
import { deferScripts, wakeUpOf } from '../../../../app/render/deferred-hydration'

const rendered =
  '<head><link rel="modulepreload" href="/assets/a.js"/></head><body><p>Hi</p><script data-tsr-stream-part="">data()</script><script type="module" async="" src="/assets/app.js"></script><script>document.currentScript.remove();/*$tsr-stream-boundary*/</script></body>'

describe("a page's scripts", () => {
  it('lie inert until the starter wakes them', () => {
    const html = deferScripts(rendered, 'intent')
    expect(html).not.toContain('modulepreload')
    expect(html).not.toMatch(/<script[^>]*src=/)
    expect(html).toContain('<script type="text/page-data">data()</script>')
    expect(html).toContain("import('/assets/app.js')")
  })

  it('wake at the first sign of intent on content routes and when idle where there is a form', () => {
    for (const path of ['/', '/support/faq']) expect(deferScripts(rendered, wakeUpOf(path))).toContain('pointerdown')
    expect(deferScripts(rendered, wakeUpOf('/support/request'))).toContain('requestIdleCallback')
  })

  it('never wake on a page that stands in for another', () => {
    for (const path of ['/maintenance', '/error']) {
      const html = deferScripts(rendered, wakeUpOf(path))
      expect(html).not.toMatch(/data\(\)|import\(/)
    }
  })

  it('are missed loudly where the framework changes its output', () => {
    expect(() => deferScripts('<body></body>', 'intent')).toThrow(/changed its output/)
  })
})
