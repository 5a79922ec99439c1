import { DurableObject } from 'cloudflare:workers'

export class Outbox extends DurableObject {}
