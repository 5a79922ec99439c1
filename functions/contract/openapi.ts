import { z } from 'zod'
import { ERROR_CODES, type Problem } from './problem.ts'

/* An interface as an OpenAPI document (3.1), made from the zod schemas of its calls. */

type Method = 'get' | 'post' | 'patch' | 'delete'

/** A schema of JSON, or the media type of something else. */
type Content = z.ZodType | { type: string; schema?: z.ZodType }

interface Answer {
  says: string
  /** None where the answer has no body. */
  content?: Content
}

/** One call of an interface. */
export interface Operation {
  method: Method
  /** With its parameters in braces, as in `/api/board/inquiry/{receipt}`. */
  path: string
  says: string
  query?: Record<string, z.ZodType>
  headers?: Record<string, z.ZodType>
  body?: Content
  /** What it answers where it succeeds, and failures that are no problem answer. By status. */
  answers: Record<number, Answer>
}

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(ERROR_CODES),
  detail: z.string().optional(),
  request_id: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  held: z.string().optional(),
}) satisfies z.ZodType<Problem>

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function contentOf(content: Content, io: 'input' | 'output'): object {
  if (content instanceof z.ZodType) return { 'application/json': { schema: schemaOf(content, io) } }
  return { [content.type]: content.schema ? { schema: schemaOf(content.schema, io) } : {} }
}

const parametersOf = (place: 'query' | 'header', schemas: Record<string, z.ZodType> = {}) =>
  Object.entries(schemas).map(([name, schema]) => ({
    name,
    in: place,
    required: !schema.safeParse(undefined).success,
    schema: schemaOf(schema, 'input'),
  }))

const operationOf = ({ path, says, query, headers, body, answers }: Operation) => ({
  summary: says,
  parameters: [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...parametersOf('query', query),
    ...parametersOf('header', headers),
  ],
  ...(body && { requestBody: { required: true, content: contentOf(body, 'input') } }),
  responses: {
    ...Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        { description: answer.says, ...(answer.content && { content: contentOf(answer.content, 'output') }) },
      ]),
    ),
    default: { $ref: '#/components/responses/Problem' },
  },
})

/** The document of these calls. Every other answer is a problem (RFC 9457). */
export function openApiOf(title: string, operations: readonly Operation[]): object {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      [...byPath].map(([path, calls]) => [
        path,
        Object.fromEntries(calls.map((call) => [call.method, operationOf(call)])),
      ]),
    ),
    components: {
      responses: {
        Problem: {
          description: 'What is wrong, as RFC 9457 says',
          content: { 'application/problem+json': { schema: schemaOf(problem, 'output') } },
        },
      },
    },
  }
}
