import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { Notice } from '../../../ui/notice'
import styles from './unfinished-files.module.css'

export interface UnfinishedFilesProps {
  names: readonly string[]
  /** While the form is sent, nothing can be changed. */
  locked: boolean
  onDismiss: () => void
}

/** The files of a field whose upload had not ended when the page was left: a browser does not keep them. Loaded when there are any. */
export function UnfinishedFiles({ names, locked, onDismiss }: UnfinishedFilesProps) {
  const { t } = useTranslation('inquiry')
  return (
    <div className={styles.unfinished}>
      <div role="alert">
        <Notice look="warning">{t('files-unfinished', { names: names.join(', ') })}</Notice>
      </div>
      {!locked && (
        <Button look="outline" onClick={onDismiss}>
          {t('files-unfinished-dismiss')}
        </Button>
      )}
    </div>
  )
}
