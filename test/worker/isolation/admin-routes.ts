import { vi } from 'vitest'

vi.mock('cloudflare:sockets', () => ({ connect: () => ({}) }))
vi.mock('cloudflare:workers', () => import('../../support/workerd.ts'))
vi.mock('../../../app/ui/fonts/font-files', () => ({ BOARD_TEXT_STYLES: '' }))

export interface AdminRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
}

/** Every route of the admin, pages and JSON, as its own routers have them: a new one is among them by itself. */
export async function adminRoutes(): Promise<AdminRoute[]> {
  const { pages } = await import('../../../app/admin/pages.tsx')
  const { adminApi } = await import('../../../app/admin/api.ts')
  const routes = [...pages.routes, ...adminApi.routes].filter(({ method }) => method !== 'ALL')
  const known = new Map(routes.map(({ method, path }) => [`${method} ${path}`, { method, path } as AdminRoute]))
  return [...known.values()]
}
