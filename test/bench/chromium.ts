import { chromium, type Browser } from 'playwright-core'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium, for as long as `use` takes. @param args further switches */
export async function withChromium<T>(use: (browser: Browser) => Promise<T>, args: string[] = []): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...QUIET, ...args],
  })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
