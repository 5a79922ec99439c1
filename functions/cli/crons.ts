import { Cron } from 'croner'
import { readWorkerConfig } from './worker-config.ts'

/**
 * Fires the crons of wrangler.toml on a local site, whose runtime fires none: each once now, then by its schedule in UTC, as Cloudflare
 * does.
 * @returns stops them
 */
export function fireCrons(origin: string): () => void {
  const jobs = (readWorkerConfig().triggers.crons ?? []).map((cron) => {
    const fire = async () => {
      const address = `${origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`
      await fetch(address).catch((error: unknown) =>
        console.error(`The cron ${cron} could not be fired: ${String(error)}`),
      )
    }
    void fire()
    return new Cron(cron, { timezone: 'UTC', unref: true }, fire)
  })
  return () => jobs.forEach((job) => job.stop())
}
