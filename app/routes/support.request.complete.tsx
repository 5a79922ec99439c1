import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/support/request/complete')({ component: () => null })
