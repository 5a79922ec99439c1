import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** `npm run doctor -- …`, without npm. */
const doctor = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, ['functions/cli/command.js', 'doctor', ...args], (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

test('says of a host that is not there what to do, and ends with 1', async () => {
  const { code, out } = await doctor('partner-a.example')
  expect(code).toBe(1)
  expect(out).toMatch(/^WRONG {2}partner-a\.example {2}host: it does not answer: .+\. npm run deploy sets it/)
  expect(out).toMatch(/WRONG {2}partner-a\.example {2}https: http does not lead to it; switch on 'Always Use HTTPS'/)
  expect(out).toMatch(/\n2 to mend\.\n$/)
})

test('refuses a host of no brand, and names those there are', async () => {
  expect(await doctor('www.other.example')).toMatchObject({
    code: 1,
    err: 'No brand has the host www.other.example. The hosts are www.vcp-x.example, partner-a.example, partner-b.example.\n',
  })
})
