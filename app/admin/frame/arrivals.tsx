import { ADMIN_ARRIVALS } from 'virtual:admin-assets'
import { useTranslation } from '../../i18n/use-translation'

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
      <script src={ADMIN_ARRIVALS} defer />
    </>
  )
}
