/**
 * What speaks for a machine at the other end of an inquiry that was accepted all the same: the notification tells it to whoever reads it.
 * `hasty`: sent sooner than a person could fill in the form. `unproven`: the brand asks for Turnstile, and the inquiry came without its
 * token. `unchecked`: the token could not be checked.
 */
export const REMARKS = ['hasty', 'unproven', 'unchecked'] as const
export type Remark = (typeof REMARKS)[number]
