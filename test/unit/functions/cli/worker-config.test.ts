import { describe, expect, test } from 'vitest'
import { readWorkerConfig, settingFaultLines } from '../../../../functions/cli/worker-config.ts'

describe('the settings that a start or a deployment would use', () => {
  test.each([
    ['ACCESS_TEAM_DOMAIN', 'team.cloudflareaccess.com/', 'write it like team.cloudflareaccess.com'],
    ['MAIL_FROM', 'VCP-X', 'write one address, such as site@example.com, or leave it empty'],
    ['TURNSTILE_SITE_KEYS', 'vcp-x', 'write it like partner-a=0x4AAA, vcp-x=0x4BBB, or leave it empty'],
    ['CANARY', 'VCP X', 'write the id of a brand, or leave it empty'],
    ['CANARY', 'nobody', 'there is no brand with this id; write one of vcp-x, partner-a, partner-b, or leave it empty'],
    ['ACCESS_AUD', 'a1, partner-c=b2', 'there is no brand partner-c; write one of vcp-x, partner-a, partner-b'],
    ['ACCESS_AUD', 'a1, b2', 'all brands has more than one audience; leave one'],
    ['ACCESS_AUD', 'partner-a=b2, partner-a=c3', 'partner-a has more than one audience; leave one'],
    [
      'ADMIN_ORIGIN',
      'https://a.example, partner-c=https://c.example',
      'there is no brand partner-c; write one of vcp-x, partner-a, partner-b',
    ],
    ['UPSTREAM_TIMEOUT_MS', 'soon', 'Invalid input: expected number, received NaN'],
  ])('are refused where %s is %s, with what to do', (name, value, message) => {
    expect(settingFaultLines({ ...readWorkerConfig().vars, [name]: value })).toEqual([`  ${name}: ${message}`])
  })

  test('are accepted as wrangler.toml has them', () => {
    expect(settingFaultLines(readWorkerConfig().vars)).toEqual([])
  })
})
