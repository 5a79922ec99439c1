import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SupportShell } from '../layout/support-shell'

export const Route = createFileRoute('/support')({
  component: () => (
    <SupportShell>
      <Outlet />
    </SupportShell>
  ),
})
