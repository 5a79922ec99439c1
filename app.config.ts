import { cloudflare } from '@cloudflare/vite-plugin'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { adminAssets } from './app/build/admin-assets.ts'
import { brands } from './app/build/brands.ts'
import { inlineScripts } from './app/build/inline-scripts.ts'
import { interfaceFonts } from './app/build/interface-fonts.ts'
import { legalDocuments } from './app/build/legal-documents.ts'

// Set by `npm run dev`; unset ones keep the values of wrangler.toml.
const { UPSTREAM_URL, UPSTREAM_TIMEOUT_MS, UPSTREAM_DELIVERY_TIMEOUT_MS, ADMIN_TOKEN } = process.env
const developmentVars = {
  ...(UPSTREAM_URL && { UPSTREAM_URL }),
  ...(UPSTREAM_TIMEOUT_MS && { UPSTREAM_TIMEOUT_MS }),
  ...(UPSTREAM_DELIVERY_TIMEOUT_MS && { UPSTREAM_DELIVERY_TIMEOUT_MS }),
  ...(ADMIN_TOKEN && { ADMIN_TOKEN }),
}

/*
 * Addresses that never are files. All others go to the Worker too, unless there is a file: with a rule such as `!/assets/*` the
 * 404 of a missing file would get the immutable caching of public/_headers.
 */
const PAGES_FIRST = ['/', '/api/*', '/support*', '/privacy-policy*', '/terms-of-service*']

/*
 * Of the server's code what starts with the Worker is one file, what renders the visitors' pages another one, and so are the texts of
 * each language. The rest, such as the admin and each legal document, is loaded when it is needed. With a module for each part of each
 * route, 185 in all, workerd had its first page no sooner, and Miniflare started later: it copies all modules for each one.
 */
const SERVER_CHUNKS = [
  { name: 'worker', tags: ['$initial' as const], priority: 1 },
  { name: 'public-pages', test: /[?&]tsr-split=/ },
  { name: (id: string) => /\/app\/i18n\/(\w\w)\//.exec(id)?.[1] ?? null },
]

/*
 * A smaller Worker starts sooner and leaves its isolate more memory. Functions and classes keep their names, which stand in the log
 * (functions/log.ts).
 */
const SERVER_MINIFY = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true },
}

export default defineConfig(({ command, mode }) => ({
  // Part of the page cache's key, so that a new build never serves pages of an old one.
  define: { __BUILD_ID__: JSON.stringify(crypto.randomUUID()) },
  server: { host: '127.0.0.1' },
  // A catalogue is read whole: an export of each key would only be weight.
  json: { namedExports: false },
  // Modern syntax only: in older browsers the pages work without scripts.
  environments: {
    client: {
      build: {
        target: 'es2024',
        // One file for the code that every page needs to hydrate.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
      },
    },
    ssr: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: SERVER_CHUNKS }, minify: SERVER_MINIFY } } },
    },
  },
  plugins:
    // Tests run plain modules, without the Worker and Start plugins, or the built Worker (decision 001).
    mode === 'test'
      ? [adminAssets(), brands(), inlineScripts(), interfaceFonts(), legalDocuments(), viteReact()]
      : [
          cloudflare({
            viteEnvironment: { name: 'ssr' },
            // `npm run dev` sends no real mail, whatever wrangler.toml says of a binding.
            remoteBindings: false,
            // Set by `npm run dev` only.
            persistState: process.env.STATE_DIR ? { path: process.env.STATE_DIR } : true,
            ...(command === 'serve' && { config: { vars: developmentVars } }),
            // In development this setting would make every module a 404.
            ...(command === 'build' && { config: { assets: { run_worker_first: PAGES_FIRST } } }),
          }),
          interfaceFonts(),
          brands(),
          adminAssets(),
          inlineScripts(),
          legalDocuments(),
          tanstackStart({
            srcDirectory: 'app',
            // A page from the server needs no loader until the visitor navigates.
            router: {
              codeSplittingOptions: {
                defaultBehavior: [['loader'], ['component'], ['errorComponent'], ['notFoundComponent']],
              },
            },
            server: { build: { inlineCss: true } },
            // Of the server's code the browser gets only what both sides speak; anything else ends the build.
            importProtection: {
              client: {
                files: ['**/*.server.*', 'functions/**'],
                excludeFiles: ['**/node_modules/**', 'functions/contract/**', 'functions/brand/pictures/**'],
              },
            },
          }),
          viteReact(),
        ],
}))
