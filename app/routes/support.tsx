import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SupportShell } from '../layout/support-shell'

export const Route = createFileRoute('/support')({
  component: Support,
})

function Support() {
  const { visitor } = Route.useRouteContext()
  return (
    <SupportShell brand={visitor.brand}>
      <Outlet />
    </SupportShell>
  )
}
