import type { Context } from 'hono'
import { MEGABYTE } from '../../functions/contract/attachments'
import { readBody } from '../../functions/http/request-body'
import { boundaryOf, bytesOf, type Part, readParts } from '../../functions/http/multipart'

/** All texts of a form together; an entry in both languages has half of it at most. */
const TEXT_BYTES_MAX = 4 * MEGABYTE
const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** What a form has sent so far. Every reader of a form writes into it, so that the page which says why a form failed shows it again. */
export interface Posted {
  texts: URLSearchParams
  /** Names of the fields in which files were chosen. */
  files: Set<string>
  /** Whether all of it has arrived: the button that was pressed comes last. */
  isWhole: boolean
}

export const emptyPosted = (): Posted => ({
  texts: new URLSearchParams(),
  files: new Set(),
  isWhole: false,
})

/**
 * Reads a form in one pass, its texts into memory.
 * @param files takes each file while it arrives, and the bytes that a form with files may have; without it files are skipped
 * @throws InvalidBodyError where it is no form, TooLargeError, StalledError, and whatever taking a file throws
 */
export async function readTexts<E extends { Variables: { posted: Posted } }>(
  { req: { raw }, var: { posted } }: Context<E>,
  files?: { take(this: void, part: Part): Promise<void>; max: number },
): Promise<URLSearchParams> {
  const { texts } = posted
  const isEncoded = URL_ENCODED.test(raw.headers.get('content-type') ?? '')
  await readBody(raw, (isEncoded ? null : files?.max) ?? TEXT_BYTES_MAX, async (body) => {
    let left = TEXT_BYTES_MAX
    const read = async (part: Part): Promise<string> => {
      const bytes = await bytesOf(part, left)
      left -= bytes.length
      return new TextDecoder().decode(bytes)
    }
    if (isEncoded) {
      const whole = await read({ name: '', filename: null, chunks: body })
      for (const [name, value] of new URLSearchParams(whole)) texts.append(name, value)
      return
    }
    for await (const part of readParts(body, boundaryOf(raw)))
      if (part.filename === null) texts.append(part.name, await read(part))
      else await files?.take(part)
  })
  posted.isWhole = true
  return texts
}

/** A posted text; empty where the field is missing. */
export const textOf = (form: URLSearchParams, name: string): string => form.get(name) ?? ''

/** Posted texts by their names. */
export const textFieldsOf = <Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> => Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>
