import { expect, test } from 'vitest'
import { readSettings, requireNoArguments } from '../../../../functions/cli/settings.ts'

test('a start refuses an argument, which it would ignore, and says what takes its place', () => {
  expect(() => requireNoArguments([])).not.toThrow()
  expect(() => requireNoArguments(['--port', '8931'])).toThrow(
    /got --port 8931\..*PORT=8788 npm start \(docs\/operating\.md#configuration\)/,
  )
})

test.each(['0', '65536', 'eight', '87.5'])('a start refuses the port %s', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(`PORT is "${PORT}"`)
})
