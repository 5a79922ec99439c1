import type { Locale } from '../../i18n/locale'
import type { NoticeLook } from '../../ui/notice'
import { formatNumber } from '../frame/format'
import { textsIn } from '../frame/texts'

/** What became of a destruction, in the address of the page. */
export const DESTROYED = ['done', 'refused', 'failed', 'messages'] as const
/** What became of a request, as `told` in the address of the page; `before`: it was so already. */
const TOLD = ['noted', 'noted-before', 'ended', 'ended-before'] as const
export type Told = (typeof TOLD)[number]

export interface Outcome {
  look: NoticeLook
  text: string
}

/** What became of what was just done, as the address of the page says it. */
export function outcomeOf({ told, ...query }: Record<string, string>, locale: Locale): Outcome | null {
  const t = textsIn(locale, ['people', 'inbox'])
  const known = TOLD.find((one) => one === told)
  if (known) return { look: known.endsWith('before') ? 'info' : 'success', text: t(`told.${known}`) }
  if (query.done === undefined) return null
  const [done, refused, failed, messages] = DESTROYED.map((name) => Number(query[name]) || 0) as [
    number,
    number,
    number,
    number,
  ]
  if (done + refused + failed + messages === 0) return { look: 'info', text: t('told.nothing') }
  const n = (count: number) => formatNumber(count, locale)
  const texts = [
    done > 0 && t('inbox:several.done.destroy', { n: n(done) }),
    messages > 0 && t('forgotten', { n: n(messages) }),
    refused > 0 && t('inbox:several.refused', { n: n(refused) }),
    failed > 0 && t('inbox:several.failed', { n: n(failed) }),
  ]
  return { look: refused + failed > 0 ? 'warning' : 'success', text: texts.filter(Boolean).join(' ') }
}
