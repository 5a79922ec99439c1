import { z } from 'zod'
import { command } from './define-command.ts'
import { narrowed } from './permissions.ts'

/** A session on this machine begins; its cookie is given out after this. */
export const signIn = command({
  input: z.object({}),
  permit: narrowed,
  log: () => ({ action: 'sign-in', subject: '' }),
  run: () => Promise.resolve(),
})

/** A person leaves; the cookie is taken back after this. */
export const signOut = command({
  input: z.object({}),
  permit: narrowed,
  log: () => ({ action: 'sign-out', subject: '' }),
  run: () => Promise.resolve(),
})
