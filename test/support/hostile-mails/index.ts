import { BOMBS } from './bombs.ts'
import { CONTENTS } from './contents.ts'
import { MACHINES, PERSONS } from './machines.ts'
import { ADDRESSED, FORGED } from './senders.ts'

export { FROM, PROVEN, rawMail, type HostileMail } from './mail.ts'
export const HOSTILE_MAILS = [...FORGED, ...ADDRESSED, ...MACHINES, ...PERSONS, ...BOMBS, ...CONTENTS]
