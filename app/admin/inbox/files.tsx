import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import type { Locale } from '../../i18n/locale'
import { Notice } from '../../ui/notice'
import { formatSize } from '../frame/format'

const PICTURE = /\.(?:jpe?g|png)$/i

/** The files of an inquiry, with their size; pictures are shown. */
export function Files({ shown: { inquiry, files }, locale }: { shown: ShownInquiry; locale: Locale }) {
  const { t } = useTranslation('inbox')
  if (!files) return <Notice look="warning">{t('files-unknown')}</Notice>
  if (files.length === 0) return <p className="muted">{t('no-files')}</p>
  const address = (part: string, key: string) =>
    `/admin/inquiries/${inquiry.receipt}/${part}/${encodeURIComponent(key)}`
  return (
    <>
      <p className="muted">{t('not-scanned')}</p>
      <ul className="files">
        {files.map(({ key, name, size, staged }) => (
          <li key={key}>
            {PICTURE.test(name) && (
              <img src={address('previews', key)} alt={t('preview-of', { name })} loading="lazy" />
            )}
            <a href={address('files', key)} download>
              {name}
            </a>
            {size !== null && <span className="muted nowrap"> {formatSize(size, locale)}</span>}
            {staged && <span className="muted"> {t('staged')}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
