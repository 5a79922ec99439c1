import type { Env } from '../../env.ts'
import type { Call } from '../command.ts'

/** What a command on inquiries needs of its call beside the rest. */
export interface InquiryNeeds {
  env: Env
  requestId: string
}
export type InquiryCall = Call & InquiryNeeds
