import { ApiRefusal } from './api-error.ts'
import { listed, type Route } from './call.ts'

const company = (id: string) => ({ id, name: 'Company Inc.', type: 'standard' })

/** Who one is, what one may do, and the plan. */
export const accountRoutes: Route[] = [
  ['GET', '/user', null, () => ({ id: 'user', email: 'dev@company.example' })],
  ['GET', '/user/tokens/verify', null, () => ({ id: 'token', status: 'active' })],
  [
    'GET',
    '/memberships',
    null,
    (call) => listed(call, [{ id: 'membership', status: 'accepted', account: company(call.account.id) }]),
  ],
  ['GET', '/accounts', null, (call) => listed(call, [company(call.account.id)])],
  [
    'GET',
    '/accounts/:account/subscriptions',
    'Billing Read',
    ({ account }) =>
      account.plan === 'workers_paid' ? [{ id: 'subscription', state: 'Paid', rate_plan: { id: 'workers_paid' } }] : [],
  ],
  [
    'GET',
    '/accounts/:account/tokens/verify',
    null,
    () => {
      throw new ApiRefusal(401, 1000, 'Invalid API Token')
    },
  ],
]
