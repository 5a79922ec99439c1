import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/terms-of-service/$version')({ component: () => null })
