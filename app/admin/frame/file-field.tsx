import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { FileInput } from '../../ui/file-input'

/**
 * A field for files, its name above.
 * @param children what stands below: the name of a file that is kept, what is wrong with one
 */
export function FileField({
  id,
  label,
  children,
  ...input
}: Omit<ComponentProps<typeof FileInput>, 'choose'> & { label: string; children?: ReactNode }) {
  const { t } = useTranslation('admin')
  return (
    <div className="plain-field" role="group" aria-labelledby={`${id}-name`}>
      <span id={`${id}-name`} className="name">
        {label}
      </span>
      <div className="chooser" data-chooser>
        <FileInput id={id} choose={t('choose-file')} {...input} />
      </div>
      {children}
    </div>
  )
}
