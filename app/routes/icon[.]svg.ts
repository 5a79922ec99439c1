import { createFileRoute } from '@tanstack/react-router'

const DAY_SECONDS = 86_400

/** The brand's symbol on its own colour, so that a partner's tab bears the partner's icon. */
export const Route = createFileRoute('/icon.svg')({
  server: {
    handlers: {
      GET: ({ context }) => {
        const { symbol, colours } = context.visitor.brand
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colours.primary}"/><path transform="translate(4.8 4.8) scale(.7)" d="${symbol}" fill="#fff"/></svg>`
        return new Response(svg, { headers: { 'content-type': 'image/svg+xml', 'cache-control': `public, max-age=${DAY_SECONDS}` } })
      },
    },
  },
})
