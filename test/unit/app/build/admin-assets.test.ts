import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { browserScript } from '../../../../app/build/browser-script.ts'

const ROOT = join(import.meta.dirname, '../../../..')

test("the editor's script has one reader of Markdown, that of the site, and stays below 175 KB", async () => {
  const { text, files } = await browserScript(join(ROOT, 'app/admin/publishing/browser/main.ts'))
  const packages = files.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1])
  expect(packages).toContain('marked')
  expect(packages).not.toContain('markdown-it')
  expect(gzipSync(text).length).toBeLessThan(175_000)
})
