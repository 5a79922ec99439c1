import { build } from '../../functions/cli/built-site.ts'

/** Vitest's global setup of whatever tests the built site: builds it where dist/ is missing or was built from other sources. */
export default async function setup(): Promise<void> {
  await build()
}
