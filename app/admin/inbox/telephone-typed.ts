import { useTranslation } from '../../i18n/use-translation'
import type { brands } from '../../../functions/brand/hosts'
import { type FormKind, FORM_MESSAGES } from '../../../functions/contract/form-fields'
import type { Locale } from '../../i18n/locale'

/** What was typed and is shown again. */
export interface Typed {
  values: Record<string, string>
  /** Why nothing was taken; null where only the language was changed. */
  problem: string | null
  /** Of which field; null: the form as a whole. */
  field: string | null
}

export interface FormProps {
  brand: (typeof brands)[number]
  kind: FormKind
  /** Whether the brand can be chosen. */
  isBrandOpen: boolean
  /** What is sent twice under it is one inquiry. */
  formKey: string
  /** Version of the privacy policy in force. */
  policy: string | null
  typed: Typed | null
  locale: Locale
}

/** Why nothing was taken, in the words of the form or in our own. */
export function useProblem(): (problem: string | null) => string {
  const { t } = useTranslation(['inbox', 'inquiry'])
  return (problem) => {
    const known = FORM_MESSAGES.find((one) => one === problem)
    if (known) return t(`inquiry:${known}`)
    const own = (['consent-alert', 'consent-day-alert', 'policy', 'sent', 'failed'] as const).find(
      (one) => one === problem,
    )
    return t(`telephone.${own ?? 'other'}`)
  }
}
