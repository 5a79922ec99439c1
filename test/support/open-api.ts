import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

interface Said {
  content?: Record<string, { schema?: object }>
  $ref?: string
}
interface Operation {
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, Said>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { responses: { Problem: Said } }
}

/** An OpenAPI document as a site gives it, to which real answers are held. */
export class OpenApi {
  readonly #document: Document
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  /** `get /path 200` of each answer that was seen. */
  readonly #seen = new Set<string>()

  constructor(document: Document) {
    this.#document = document
  }

  static async of(answer: Response): Promise<OpenApi> {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    return new OpenApi((await answer.json()) as Document)
  }

  /** `get /path` of each call. */
  get calls(): string[] {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
  }

  /** Answers that the document names and nobody has seen. */
  get unseen(): string[] {
    return this.calls
      .flatMap((call) =>
        Object.keys(this.#operation(call).responses)
          .filter((status) => status !== 'default')
          .map((status) => `${call} ${status}`),
      )
      .filter((answer) => !this.#seen.has(answer))
  }

  #operation(call: string): Operation {
    const [method = '', path = ''] = call.split(' ')
    const operation = this.#document.paths[path]?.[method]
    if (!operation) throw new Error(`The document has no ${call}.`)
    return operation
  }

  #fits(what: string, schema: object, value: unknown): void {
    const validate = this.#ajv.compile(schema)
    validate(value)
    expect([what, validate.errors ?? []], JSON.stringify(value)).toEqual([what, []])
  }

  /** What a client sends in JSON. */
  expectBody(call: string, body: unknown): void {
    const schema = this.#operation(call).requestBody?.content['application/json']?.schema
    if (!schema) throw new Error(`${call} takes no JSON.`)
    this.#fits(`the body of ${call}`, schema, body)
  }

  /** An answer with one of its statuses, or a problem. */
  async expectAnswer(call: string, answer: Response): Promise<unknown> {
    const { responses } = this.#operation(call)
    const key = `${call} ${answer.status}`
    const said = responses[answer.status]
    if (!said) expect([key, answer.ok]).toEqual([key, false])
    const { content = {} } = said ?? this.#document.components.responses.Problem
    this.#seen.add(key)
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
    const found = content[type] ?? content['*/*']
    expect([key, Object.keys(content).length > 0], type).toEqual([key, found !== undefined])
    if (!found) return void expect([key, await answer.text()]).toEqual([key, ''])
    if (!type.endsWith('json')) return void (await answer.arrayBuffer())
    const value: unknown = await answer.json()
    if (found.schema) this.#fits(key, found.schema, value)
    return value
  }
}
