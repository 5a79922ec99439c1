import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/privacy-policy/$version')({ component: () => null })
