import { hexId } from './account.ts'
import { ApiRefusal, notFound } from './api-error.ts'
import { listed, type Call, type Route } from './call.ts'

const QUEUES = 'Queues Write'

function queueNamed({ account, params }: Call) {
  const found = account.queues.find(({ queue_id }) => queue_id === params.queue)
  if (!found) throw notFound(`queue ${params.queue}`, 11_000)
  return found
}

/** Queues, their consumers, and the events that other products put into them. */
export const queueRoutes: Route[] = [
  [
    'GET',
    '/accounts/:account/queues',
    QUEUES,
    (call) => {
      const name = call.query.get('name')
      return listed(
        call,
        call.account.queues.filter(({ queue_name }) => name === null || queue_name === name),
      )
    },
  ],
  [
    'POST',
    '/accounts/:account/queues',
    QUEUES,
    ({ account, json }) => {
      const { queue_name } = json<{ queue_name: string }>()
      if (account.queues.some((one) => one.queue_name === queue_name))
        throw new ApiRefusal(409, 11_009, 'Queue name is already taken.')
      const created = { queue_id: hexId(), queue_name, consumers: [] }
      account.queues.push(created)
      return created
    },
  ],
  [
    'POST',
    '/accounts/:account/queues/:queue/consumers',
    QUEUES,
    (call) => {
      const { consumers } = queueNamed(call)
      const { script_name: script } = call.json<{ script_name: string }>()
      if (consumers.length > 0) throw new ApiRefusal(400, 11_004, 'Queue already has a consumer.')
      consumers.push({ consumer_id: hexId(), type: 'worker', script })
      return consumers[0]
    },
  ],
  [
    'PUT',
    '/accounts/:account/queues/:queue/consumers/:consumer',
    QUEUES,
    (call) => {
      const found = queueNamed(call).consumers.find(({ consumer_id }) => consumer_id === call.params.consumer)
      if (!found) throw notFound('consumer', 11_000)
      return found
    },
  ],
  [
    'GET',
    '/accounts/:account/event_subscriptions/subscriptions',
    QUEUES,
    (call) => {
      const queue = call.query.get('queue_id')
      return listed(
        call,
        call.account.subscriptions.filter((one) => one.queue === queue),
      )
    },
  ],
  [
    'POST',
    '/accounts/:account/event_subscriptions/subscriptions',
    QUEUES,
    ({ account, json }) => {
      const { source, events, destination } = json<{
        source: { type: string; zone_id: string; domain: string }
        events: string[]
        destination: { queue_id: string }
      }>()
      if (account.subscriptions.some((one) => one.source.domain === source.domain))
        throw new ApiRefusal(409, 15_001, 'This source has a subscription already.')
      const created = { id: hexId(), source, events, queue: destination.queue_id }
      account.subscriptions.push(created)
      return { ...created, name: source.domain, enabled: true, destination: { type: 'queues.queue', ...destination } }
    },
  ],
]
