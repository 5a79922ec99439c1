import { createFileRoute } from '@tanstack/react-router'
import { iconSvg } from '../../functions/brand/pictures/icons'

const DAY_SECONDS = 86_400

/** The tab icon: the brand's symbol on its primary colour. */
export const Route = createFileRoute('/icon.svg')({
  server: {
    handlers: {
      GET: ({ context }) => {
        const { symbol, colours } = context.visitor.brand
        return new Response(iconSvg({ symbol, primary: colours.primary }), {
          headers: { 'content-type': 'image/svg+xml', 'cache-control': `public, max-age=${DAY_SECONDS}` },
        })
      },
    },
  },
})
