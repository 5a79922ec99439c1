import { useTranslation } from '../../i18n/use-translation'
import { ARRIVALS_SCRIPT } from './arrivals-script'

/** Says, where scripts run, that new inquiries came since the page was made. @param href where they are shown */
export function Arrivals({ href }: { href: string }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <output className="arrivals" data-arrivals={Date.now()} data-text={t('arrivals', { n: '#' })}>
        <a href={href} hidden>
          {''}
        </a>
      </output>
      <script src={ARRIVALS_SCRIPT} defer />
    </>
  )
}
