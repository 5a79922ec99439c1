import { createFileRoute } from '@tanstack/react-router'
import { robotsTxt } from '../seo/robots-txt'

export const Route = createFileRoute('/robots.txt')({
  server: {
    handlers: {
      GET: ({ context }) =>
        new Response(robotsTxt(context.visitor.brand), { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    },
  },
})
