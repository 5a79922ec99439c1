import { expect, test } from 'vitest'
import { read, sources } from './tree.ts'

test('raw HTML is set only where it was cleaned or comes from this repository', () => {
  const found = sources.filter((file) => read(file).includes('dangerouslySetInnerHTML'))
  expect(found, 'Show it as text. Where it must be HTML, clean it first and name the file here.').toEqual([
    'app/admin/answers/answer-form.tsx',
    'app/admin/answers/thread.tsx',
    'app/admin/publishing/read-only.tsx',
    'app/features/board/board-entry.tsx',
    'app/features/legal/static-html/legal-changes.tsx',
    'app/features/legal/static-html/legal-text.tsx',
    'app/features/legal/static-html/static-legal-text.tsx',
  ])
})
