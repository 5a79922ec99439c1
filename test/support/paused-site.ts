import { expect } from 'vitest'
import type { WhatWaits } from '../../app/admin/overview/what-waits.ts'
import type { LogEntry } from '../../functions/database/admin-log.ts'
import { signIn } from './operator.ts'
import type { Site } from './site.ts'

/** The operator reads in the first line of the admin that the site is paused, and resumes it with the button. */
export async function resumeByButton(site: Site): Promise<void> {
  const operator = await signIn(site)
  const first = async (language: 'ko' | 'en') => {
    const page = await operator.page('/admin', language)
    return /<main[\s\S]*?role="alert"[\s\S]*?<p>([^<]*)/.exec(page)?.[1] ?? ''
  }
  expect(await first('ko')).toContain('발송이 중지되어 있습니다')
  expect(await first('en')).toContain('has been paused since')
  expect((await operator.ask<WhatWaits>('GET', '/api/admin')).pausedSince).toEqual(expect.any(String))
  expect((await operator.post('/admin', { action: 'resume' })).headers.get('location')).toBe('/admin')
  expect([await first('ko'), await first('en')]).toEqual(['', ''])
  expect((await operator.call('DELETE', '/api/admin/pause')).status).toBe(409)
  const { entries } = await operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')
  expect(entries.filter(({ action }) => action === 'resume')).toHaveLength(1)
}
