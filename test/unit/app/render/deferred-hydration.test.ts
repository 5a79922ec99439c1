import { rootRouteId } from '@tanstack/react-router'
import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { hydrationOf, hydrationScripts, type Hydration } from '../../../../app/render/deferred-hydration'

const DATA = '$_TSR.router=($R=>$R[0]={manifest:$R[1]={routes:{a:{}}},matches:$R[14]=[]})($R["tsr"]);$_TSR.e()'
const ENTRY = { attrs: { type: 'module', async: true, src: '/assets/app.js' } }

/** The framework's part of a rendering, as @tanstack/react-router gives it. */
const scripts = (when: Hydration, { data = [DATA] as string[] | null, entry = [ENTRY] as object[] } = {}) =>
  hydrationScripts(
    when,
    { routes: { [rootRouteId]: { scripts: entry, preloads: ['/assets/a.js'] } } },
    {
      takeInitialHydrationScriptTags: () =>
        data
          ? { before: data.map((children) => ({ tag: 'script', children })), boundary: { tag: 'script' } }
          : undefined,
    },
  )

describe('the hydration of a page', () => {
  it('happens on the first interaction, on form pages when idle, and never where a page replaces another', () => {
    expect(['/', '/support/faq'].map(hydrationOf)).toEqual(['interaction', 'interaction'])
    expect(['/support/request', '/support/affiliate'].map(hydrationOf)).toEqual(['idle', 'idle'])
    expect(['/maintenance', '/error'].map(hydrationOf)).toEqual(['never', 'never'])
  })

  it('finds the data in one inert block, without the manifest', () => {
    const [, block] = scripts('interaction', { data: ['boot()', DATA] })
    expect(block?.attrs?.type).toBe('text/page-data')
    expect(block?.children).toBe(
      'boot();$_TSR.router=($R=>$R[0]={manifest:{routes:{}},matches:$R[14]=[]})($R["tsr"]);$_TSR.e()',
    )
  })

  it('is started by a script with the entry and the moment as arguments', () => {
    expect(scripts('idle').at(-1)?.children).toMatch(/\("idle","\/assets\/app\.js","text\/page-data"\)$/)
  })

  it('has no data where it never happens', () => {
    expect(scripts('never')).toHaveLength(1)
  })
})

describe("a change of the framework's output", () => {
  it.each([
    ['module script in the manifest', { entry: [] }],
    ['initial hydration script', { data: null }],
    ['in the hydration data', { data: [DATA.replace('manifest:$R[1]', 'manifest:$R[2]')] }],
    ['at the end of the hydration data', { data: [DATA.replace('$_TSR.e()', '')] }],
  ])('is an error that names the pattern: %s', (pattern, change) => {
    for (const when of ['interaction', 'idle', 'never'] as const)
      expect(() => scripts(when, change)).toThrow(`The framework's output has changed: it has no`)
    expect(() => scripts('idle', change)).toThrow(pattern)
  })
})

it('React marks a component that failed on the server as render-page.ts expects', () => {
  const Failing = () => {
    throw new Error('failed')
  }
  const html = renderToString(createElement(Suspense, { fallback: null }, createElement(Failing)))
  expect(html).toContain('<!--$!-->')
})
