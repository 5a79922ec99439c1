import type { z } from 'zod'
import { UNCHANGED, type Call } from '../calls/operator-call.ts'
import { takeBackLog, writeLog, type LogLine } from '../database/admin-log.ts'
import type { Env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { checkBody } from '../http/json-body.ts'

/** What a command on inquiries needs of its call beside the rest. */
export type InquiryCall = Call & { env: Env; requestId: string }

/**
 * Decides whether the call may do this to what its input names (permissions.ts), before anything is done or logged.
 * @returns id of the brand that it is about, for the log; null where it is the whole site
 * @throws NotFoundError for what is another brand's, as for what does not exist; ForbiddenError
 */
export type Permission<Input> = (call: Call, input: Input) => Promise<string | null>

interface Definition<Schema extends z.ZodType, Result, Needs> {
  input: Schema
  /** For whom it is. Without one there is no command. */
  permit: Permission<z.output<Schema>>
  /** One line for each thing that is done; none where nothing is. */
  log(input: z.output<Schema>, call: Call): LogLine | LogLine[] | Promise<LogLine | LogLine[]>
  /** @throws ApiError below 500 for a refusal: then nothing was done */
  run(call: Call & Needs, input: z.output<Schema>): Promise<Result>
}

/** Something that an operator can do. */
export interface Command<Input, Result, Needs = unknown> {
  /** Checks the input, writes its rows of the log and does it. @throws InvalidBodyError and whatever the command refuses with */
  perform(call: Call & Needs, input: Input): Promise<Result>
  /** The same with what a client has sent, of which nothing is known until it is checked. */
  performFromClient(call: Call & Needs, sent: unknown): Promise<Result>
}

/**
 * The only place that writes the log. The row comes first, so that nothing is done without one; it is taken back where the command was
 * refused or had nothing to do. After any other failure it stays, because something may have been done.
 */
export function command<Schema extends z.ZodType, Result, Needs = unknown>({
  input: schema,
  permit,
  log,
  run,
}: Definition<Schema, Result, Needs>): Command<z.input<Schema>, Result, Needs> {
  const perform = async (call: Call & Needs, sent: unknown): Promise<Result> => {
    const input = checkBody(sent, schema)
    const brand_id = await permit(call, input)
    const ids: (number | null)[] = []
    for (const line of [await log(input, call)].flat())
      ids.push(await writeLog(call.env, { at: call.now, actor: call.actor, brand_id, ...line }))
    const takeBack = async () => {
      for (const id of ids) if (id !== null) await takeBackLog(call.env, id)
    }
    try {
      const result = await run(call, input)
      if (result === UNCHANGED) await takeBack()
      return result
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) await takeBack()
      throw error
    }
  }
  return { perform, performFromClient: perform }
}
