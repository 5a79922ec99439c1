import type { Handler } from 'hono'
import type { ApiContext } from '../middleware/api-context.ts'

/** `GET /api/openapi.json`: the public API as an OpenAPI document, made from the schemas that check its calls. */
export const readOpenApi: Handler<ApiContext> = async (c) => {
  // Imported on first use: visitors do not need it.
  const [{ openApiOf }, { PUBLIC_API }] = await Promise.all([
    import('../contract/openapi.ts'),
    import('../contract/public-api.ts'),
  ])
  return c.json(openApiOf('Public API', PUBLIC_API))
}
