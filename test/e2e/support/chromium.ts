import { existsSync } from 'node:fs'

/** Debian's Chromium without the windows around its pages, which take a third of its processor time. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = '/usr/bin/chromium'

/** The browser that CHROMIUM_PATH names, or the first of Debian's that is installed; undefined where there is none. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? [HEADLESS_SHELL, WHOLE].find((path) => existsSync(path))
