import type { z } from 'zod'
import { InvalidBodyError } from '../errors.ts'
import { readBody } from './request-body.ts'

export const JSON_BYTES_MAX = 65_536

/**
 * Reads and validates a JSON body of at most `max` bytes; what is longer is read to its end first, so that the client reads
 * its answer.
 * @throws TooLargeError; InvalidBodyError with a message for each invalid field
 */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  max: number = JSON_BYTES_MAX,
): Promise<z.output<S>> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new InvalidBodyError([{ field: 'content-type', message: 'The body must be sent as application/json.' }])
  }
  return checkBody(parseJson(await textOf(request, max)), schema)
}

const textOf = (request: Request, max: number): Promise<string> =>
  readBody(request, max, async (body) => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
    return text + decoder.decode()
  })

/** Validates a body. @throws InvalidBodyError with a message for each invalid field. */
export function checkBody<S extends z.ZodType>(body: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(body, { error: messageOf })
  if (result.success) return result.data
  throw new InvalidBodyError(
    result.error.issues.map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message })),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidBodyError([{ field: '', message: 'The body is not JSON.' }])
  }
}

/** A readable message; zod prefers a schema's own message to it. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : `This must be ${withArticle(String(issue.expected))}.`
    case 'too_small':
      return issue.minimum === 1
        ? 'This must not be empty.'
        : `This must have at least ${issue.minimum} ${unitOf(issue.origin)}.`
    case 'too_big':
      return `This must have at most ${issue.maximum} ${unitOf(issue.origin)}.`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This must be a UUID.' : 'This does not have the expected form.'
    case 'invalid_value':
      return `This must be one of: ${(issue.values as unknown[]).map(String).join(', ')}.`
    case 'invalid_union':
      return 'This must be one of the values that the interface names.'
    default:
      return 'This does not fit.'
  }
}

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
const unitOf = (origin: unknown): string => (origin === 'array' ? 'entries' : 'characters')
