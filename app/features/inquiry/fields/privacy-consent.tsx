import type { TFunction } from 'i18next'
import type { PageVisitor } from '../../../context/page-context'
import { useTranslation } from '../../../i18n/use-translation'
import {
  keysOf,
  type FormKind,
  FORM_INPUTS,
  missingMessage,
  type InputName,
} from '../../../../functions/contract/form-fields'
import { FILE_FIELDS, type FileField } from '../../../../functions/contract/form-files'
import { describedBy, FieldError, RequiredMark } from '../../../ui/field'
import { inLanguage } from '../../../urls/in-language'
import type { FieldOf } from '../use-inquiry-form'
import styles from './privacy-consent.module.css'

/** What a form collects, in the words of the notice. */
function itemsOf(kind: FormKind, t: TFunction<'inquiry'>): { required: string; optional: string } {
  const inputs = FORM_INPUTS[kind].filter((name) => name !== 'privacy_consent')
  const isRequired = (name: InputName) => missingMessage(kind, name) !== null
  const words = (names: readonly (Exclude<InputName, 'privacy_consent'> | FileField)[]) =>
    names.map((name) => t(`item-${name}`)).join(', ')
  const optional = inputs.filter((name) => !isRequired(name))
  return { required: words(inputs.filter(isRequired)), optional: words([...optional, ...keysOf(FILE_FIELDS[kind])]) }
}

/** What is collected, why, for how long, and the right to refuse, as Korean law requires; then the consent. */
export function PrivacyConsent({
  kind,
  field,
  version,
  visitor,
}: {
  kind: FormKind
  field: FieldOf
  /** Of the privacy policy in force; null before there was one. */
  version: string | null
  visitor: PageVisitor
}) {
  const { t } = useTranslation('inquiry')
  const { id, name, label, required, error, autoFocus, defaultValue, inert } = field('privacy_consent')
  return (
    <>
      <div className={styles.box} id={`${id}-notice`}>
        <p className={styles.title}>{t('privacy-heading')}</p>
        <dl>
          <div>
            <dt>{t('privacy-purpose')}</dt>
            <dd>{t(`privacy-purpose-${kind}`)}</dd>
          </div>
          <div>
            <dt>{t('privacy-items')}</dt>
            <dd>{t('privacy-items-text', itemsOf(kind, t))}</dd>
          </div>
          <div>
            <dt>{t('privacy-retention')}</dt>
            <dd className={styles.retention}>
              {t(`privacy-retention-${kind}`, { period: visitor.brand.processedPeriod })}
            </dd>
          </div>
          <div>
            <dt>{t('privacy-refusal')}</dt>
            <dd>{t(`privacy-refusal-${kind}`)}</dd>
          </div>
        </dl>
        <a className={styles.link} href={inLanguage('/privacy-policy/current', visitor)} target="_blank" rel="noopener">
          {t('privacy-link')} <span className="visually-hidden">({t('privacy-link-new')})</span>
        </a>
      </div>
      <div className={styles.agree}>
        <div className={styles.check}>
          <input
            type="checkbox"
            id={id}
            name={name}
            value="true"
            required={required}
            defaultChecked={Boolean(defaultValue)}
            autoFocus={autoFocus}
            inert={inert}
            {...describedBy({ id, error })}
          />
          <label htmlFor={id}>{label}</label>
          <RequiredMark />
        </div>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {version !== null && <input type="hidden" name="privacy_version" value={version} />}
        <input type="hidden" name="processed_months" value={visitor.brand.processedMonths} />
      </div>
    </>
  )
}
