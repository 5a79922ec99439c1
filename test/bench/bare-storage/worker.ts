/** Does with R2 what the site does with a file, and nothing else: stores it, copies it, reads it in the background, gives it. */
export default {
  async fetch(request: Request, { FILES }: { FILES: R2Bucket }, ctx: ExecutionContext): Promise<Response> {
    const key = new URL(request.url).pathname.slice(1)
    if (key === 'healthz') return new Response('ok')
    if (request.method === 'PUT') {
      await FILES.put(`staged/${key}`, request.body)
      const staged = await FILES.get(`staged/${key}`)
      await FILES.put(key, staged?.body ?? null)
      ctx.waitUntil(FILES.get(key).then((object) => object?.body.pipeTo(new WritableStream())))
      return new Response('stored')
    }
    const object = await FILES.get(key)
    return object ? new Response(object.body) : new Response('There is no such file.', { status: 404 })
  },
}
