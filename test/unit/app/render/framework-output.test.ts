import { expect, it } from 'vitest'
import { assertContains } from '../../../../app/render/framework-output'

it('a page without a required part is an error that names it', () => {
  const html = '<head></head><body>a</body>'
  expect(() => assertContains(html, ['</head>', 'a'])).not.toThrow()
  expect(() => assertContains(html, ['</head>', '<script>'])).toThrow(
    "The framework's output has changed: it has no <script> in the page.",
  )
})
