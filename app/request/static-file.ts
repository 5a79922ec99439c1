import { iconResponse } from './brand-pictures'

/** Paths of files; `.xml` and `.txt` are routes (sitemap, feed, robots). */
const FILE_PATH = /\.(?!xml$|txt$)[a-z0-9]+$/i

/** The static file at a path: the brand's PNG icon or a file of the build. Null where there is none. */
export async function staticFile(
  request: Request,
  path: string,
  brandId: string,
  assets: Fetcher,
): Promise<Response | null> {
  const icon = await iconResponse(assets, brandId, new URL(request.url), request)
  if (icon) return icon
  if (!FILE_PATH.test(path)) return null
  const file = await assets.fetch(request)
  return file.status === 404 ? null : file
}
