import { createFileRoute, redirect } from '@tanstack/react-router'

// The first tab is the notice list.
export const Route = createFileRoute('/support/')({
  beforeLoad: () => {
    throw redirect({ to: '/support/notice', statusCode: 302 })
  },
})
