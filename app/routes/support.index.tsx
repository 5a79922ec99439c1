import { createFileRoute, redirect } from '@tanstack/react-router'

// The shell itself has no page; its first tab is the notice list.
export const Route = createFileRoute('/support/')({
  beforeLoad: () => {
    throw redirect({ to: '/support/notice', statusCode: 302 })
  },
})
