import { z } from 'zod'
import { rotateKeys } from '../http/signing-keys.ts'
import { command } from './define-command.ts'
import { forAllBrands } from './permissions.ts'

/** Replaces the key that signs references, links and previews. What was signed stays valid for as long as it was signed. */
export const rotate = command({
  input: z.object({}),
  permit: forAllBrands,
  log: () => ({ action: 'rotate-keys', subject: '' }),
  run: ({ env, now }) => rotateKeys(env.DB, now),
})
