import { expect, test } from 'vitest'
import { readSettings } from '../../../../functions/cli/settings.ts'

test.each(['0', '65536', 'eight', '87.5'])('a start refuses the port %s', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(`PORT is "${PORT}"`)
})
