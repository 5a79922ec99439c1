import { afterEach, describe, expect, test, vi } from 'vitest'
import { identityOf, KeysUnreadError } from '../../../../../app/admin/access/identity.ts'
import { ALL_BRANDS } from '../../../../../functions/contract/scope.ts'
import { AUDIENCE, startAccessTeam } from '../../../../support/access-team.ts'

const HOUR = 3_600_000

describe('the keys of Access', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const logged = () => vi.spyOn(console, 'error').mockReturnValue()
  async function team() {
    const access = await startAccessTeam()
    const settings = {
      access: { issuer: access.origin, audiences: [{ tag: AUDIENCE, brandId: null }] },
      token: null,
    }
    const ask = async (options?: Parameters<typeof access.token>[0]) => {
      const headers = { 'cf-access-jwt-assertion': await access.token(options) }
      return identityOf(new Request('https://www.example/admin', { headers }), settings, 'r')
    }
    return Object.assign(access, { ask })
  }
  const OPERATOR = { actor: 'operator@company.example', scope: ALL_BRANDS, isMachine: false }

  test.each([
    { status: 500, body: 'x' },
    { status: 200, body: '<html>' },
    { status: 200, body: '{}' },
  ])('stay in use for hours where they cannot be read again, and the log says so: %o', async (fault) => {
    const log = logged()
    const access = await team()
    expect(await access.ask()).toEqual(OPERATOR)
    access.fault = fault
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * HOUR })
    expect(await access.ask()).toEqual(OPERATOR)
    expect(log.mock.calls.join()).toContain('access-keys-unread')
    expect(await access.ask({ foreignKey: true }), 'A forged token stays one.').toBeNull()
    await access.close()
    expect(await access.ask(), 'the same where nobody answers').toEqual(OPERATOR)
  })

  test('that were never read say nothing about a token', async () => {
    const log = logged()
    const access = await team()
    access.fault = { status: 500, body: 'x' }
    await expect(access.ask()).rejects.toThrow(KeysUnreadError)
    expect(log).toHaveBeenCalledOnce()
    access.fault = null
    expect(await access.ask()).toEqual(OPERATOR)
    await access.close()
  })
})
