import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a deployment with placeholders in the brand registry is refused, with the list of what to fill in', () => {
  const { status, stderr } = spawnSync(process.execPath, ['functions/cli/command.js', 'deploy'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/placeholders/)
  for (const setting of [
    'vcp-x: ',
    'partner-a: ',
    'company.representative.ko',
    'company.registrationNumber',
    'company.phone',
    'mail.notify.0',
    'partners.0.name.ko',
  ])
    expect(stderr).toContain(setting)
})
