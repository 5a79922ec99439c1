const HOUR = 3_600_000

/** How long the site knows that there was a mail, and what became of it. */
export const MAIL_KEPT_MS = 365 * 24 * HOUR

/** How long a mail that does not wait any more keeps a visitor's address, counted from when it was written. Its text it never keeps. */
export const ADDRESS_KEPT_MS = HOUR

/** An address gets at most one confirmation in this time. No longer than it is kept. */
export const CONFIRMATION_EVERY_MS = HOUR

/** For whom a kind of mail is. */
interface Kind {
  to: 'operators' | 'visitor' | 'webhook'
  /** An alert of the site itself, which is about no inquiry: the kind that says that it is over. */
  allClear?: string
}

const OPERATORS = { to: 'operators' } as const
const VISITOR = { to: 'visitor' } as const

/** The kinds of mail that the site sends (docs/contract.md#10). */
export const MAIL_KINDS = {
  accepted: OPERATORS,
  confirmation: VISITOR,
  /** What an operator has answered. */
  answer: VISITOR,
  /** What of a reply was left out. */
  'left-out': VISITOR,
  /** The visitor has replied. */
  reply: OPERATORS,
  undelivered: OPERATORS,
  /** It waits for its first answer for longer than the brand promises. */
  late: OPERATORS,
  delayed: { ...OPERATORS, allClear: 'all-clear' },
  'all-clear': OPERATORS,
  /** A run has stayed away for two hours. */
  'no-delivery': { ...OPERATORS, allClear: 'delivery-again' },
  'delivery-again': OPERATORS,
  'no-destruction': { ...OPERATORS, allClear: 'destruction-again' },
  'destruction-again': OPERATORS,
  /** A webhook has not taken what it was told. */
  'webhook-failed': OPERATORS,
  /** No mail: what a webhook is told (docs/contract.md#12), which keeps the same schedule. Its recipient is the name of the webhook. */
  webhook: { to: 'webhook' },
} as const satisfies Record<string, Kind>

type Kinds = typeof MAIL_KINDS
export type MailKind = keyof Kinds
/** Alerts of the site itself, each with its all-clear. */
export type Alert = { [K in MailKind]: Kinds[K] extends { allClear: MailKind } ? K : never }[MailKind]

/** The kinds that hold a visitor's address. */
export const VISITOR_KINDS = (Object.keys(MAIL_KINDS) as MailKind[]).filter((kind) => MAIL_KINDS[kind].to === 'visitor')
