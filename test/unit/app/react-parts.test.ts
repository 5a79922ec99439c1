import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutUnusedParts } from '../../../app/react-parts-plugin'

const REACT_DOM = readFileSync(join(dirname(createRequire(import.meta.url).resolve('react-dom')), 'cjs/react-dom-client.production.js'), 'utf8')

test('the installed react-dom has every part that is left out, and stays a program', () => {
  const lean = withoutUnusedParts(REACT_DOM)
  expect(lean.length).toBeLessThan(REACT_DOM.length * 0.95)
  expect(() => new Function('require', 'exports', lean)).not.toThrow()
})

test('another react-dom is refused', () => {
  expect(() => withoutUnusedParts(REACT_DOM.replace('function startViewTransition(', 'function begin('))).toThrow(/startViewTransition/)
})
