import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { adminTexts } from '../../../../../app/admin/frame/texts'
import { TypedAgain } from '../../../../../app/admin/frame/typed-again'
import { INPUTS } from '../../../../../functions/contract/form-fields'

/* A form that failed shows all that was typed, whichever fields the one table has (decision 052). */

vi.mock('../../../../../functions/contract/form-fields', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../../../functions/contract/form-fields')>()
  return { ...original, INPUTS: { ...original.INPUTS, department: { ...original.INPUTS.company_name } } }
})

test.each([null, '/admin/telephone'])('what the caller said is there to be read and copied: %s', (action) => {
  const texts = new URLSearchParams()
  const typed = Object.entries(INPUTS).flatMap(([name, { value }]) =>
    value === 'line' || value === 'text' || value === 'mail' ? name : [],
  )
  expect(typed).toEqual(expect.arrayContaining(['department', 'user_name', 'phone_number', 'subject', 'content']))
  for (const name of [...typed, 'consent_day']) texts.set(name, `typed ${name}`)
  texts.set('inquiry_type', 'service')
  const html = renderToString(
    <I18nextProvider i18n={adminTexts('ko')}>
      <TypedAgain posted={{ texts, files: new Set(), isWhole: true } as never} action={action} locale="ko" />
    </I18nextProvider>,
  )
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)"/g)].map(([, name]) => name)
  expect(hidden).toEqual(['inquiry_type'])
  for (const name of typed) expect(html).toContain(`typed ${name}`)
  expect(html).not.toMatch(/again\.field|inquiry:/)
})
