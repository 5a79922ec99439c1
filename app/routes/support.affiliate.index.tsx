import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/support/affiliate/')({ component: () => null })
