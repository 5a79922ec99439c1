import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { inlineScript } from '../../../../app/seo/inline-script'

it('runs the function with its arguments, and no argument ends the script element', () => {
  const page = { said: [] as (string | null)[] }
  const script = inlineScript(
    (text: string, none: string | null) => {
      const { said } = globalThis as unknown as typeof page
      said.push(text, none)
    },
    '</script>"',
    null,
  )
  runInNewContext(script, page)
  expect(page.said).toEqual(['</script>"', null])
  expect(script).not.toContain('</')
})
