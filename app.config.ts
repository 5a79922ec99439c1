import { cloudflare } from '@cloudflare/vite-plugin'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brandRegistry } from './app/brand/brands-plugin.ts'
import { brandPictures } from './app/brand/pictures/pictures-plugin.ts'
import { legalDocuments } from './app/features/legal/markdown-plugin.ts'
import { interfaceFonts } from './app/ui/fonts/subset-plugin.ts'

// Under vitest the Worker and Start plugins stay out: unit tests run plain modules,
// Worker and browser tests run the built Worker (docs/decisions/001).
const underTest = Boolean(process.env.VITEST)

// `npm run dev` hands these on; unset ones keep what wrangler.toml says.
const { UPSTREAM_URL, UPSTREAM_TIMEOUT_MS } = process.env
const developmentVars = { ...(UPSTREAM_URL && { UPSTREAM_URL }), ...(UPSTREAM_TIMEOUT_MS && { UPSTREAM_TIMEOUT_MS }) }

/*
 * Goes to the Worker without a look at the files. Everything else does so too unless it is a file: a missing one must be the
 * Worker's own 404, for under a rule such as `!/assets/*` it would bear the immutable caching of public/_headers.
 */
const PAGES_FIRST = ['/', '/api/*', '/support*', '/privacy-policy*', '/terms-of-service*']

export default defineConfig(({ command }) => ({
  // Part of every page's cache key: a new build never shows an old build's pages.
  define: { __BUILD_ID__: JSON.stringify(crypto.randomUUID()) },
  server: { host: '127.0.0.1' },
  // The newest syntax: the pages work without scripts in any older browser.
  environments: {
    client: {
      build: {
        target: 'es2024',
        // What every page needs to hydrate is one file.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
      },
    },
  },
  plugins: underTest
    ? [legalDocuments(), viteReact()]
    : [
        cloudflare({
          viteEnvironment: { name: 'ssr' },
          // Set by `npm run dev`; a build leaves both alone.
          persistState: process.env.STATE_DIR ? { path: process.env.STATE_DIR } : true,
          ...(command === 'serve' && { config: { vars: developmentVars } }),
          // In dev this setting would make every module a 404, so it is for the build alone.
          ...(command === 'build' && { config: { assets: { run_worker_first: PAGES_FIRST } } }),
        }),
        interfaceFonts(),
        brandRegistry(),
        brandPictures(),
        legalDocuments(),
        tanstackStart({
          srcDirectory: 'app',
          // A page that came from the server needs no loader before the visitor walks on.
          router: {
            codeSplittingOptions: {
              defaultBehavior: [['loader'], ['component'], ['errorComponent'], ['notFoundComponent']],
            },
          },
          server: { build: { inlineCss: true } },
        }),
        viteReact(),
      ],
}))
