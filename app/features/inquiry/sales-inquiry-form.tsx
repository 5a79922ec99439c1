import { useTranslation } from 'react-i18next'
import { INQUIRY_TYPES } from '../../../functions/contract/form-fields'
import { TEXT_MAX } from '../../../functions/contract/limits'
import { SelectField, TextField } from '../../ui/field'
import { ChoiceOptions } from './choice-options'
import { ContactFields } from './contact-fields'
import { ContentField } from './content-field'
import { fieldsOfForm } from './field-of'
import { FileField } from './file-field'
import styles from './inquiry-form.module.css'
import { FormSection, InquiryFrame, type InquiryFormProps } from './inquiry-frame'
import { PrivacyConsent } from './privacy-consent'
import { useInquiryForm } from './use-inquiry-form'

/** The sales inquiry (spec 2): a page of its own, and a part of the home page. */
export function SalesInquiryForm({ action, brandId, countryDefault, outcome, turnstile }: InquiryFormProps) {
  const { t } = useTranslation('inquiry')
  const state = useInquiryForm({ kind: 'sales', brandId, outcome })
  const field = fieldsOfForm('sales', outcome, state.errorOf)
  return (
    <InquiryFrame kind="sales" action={action} state={state} turnstile={turnstile}>
      <FormSection id="sales-contact" title={t('section-contact')} hint={t('section-contact-hint')}>
        <ContactFields field={field} countryDefault={countryDefault} />
      </FormSection>
      <FormSection id="sales-inquiry" title={t('section-inquiry')} hint={t('section-inquiry-hint')}>
        <SelectField {...field('inquiry_type')} label={t('inquiry-type')} required>
          <ChoiceOptions
            placeholder={t('inquiry-type-placeholder')}
            choices={INQUIRY_TYPES.map((value) => ({ value, label: t(`inquiry-type-${value}`) }))}
          />
        </SelectField>
        <div className={styles.wide}>
          <TextField {...field('subject')} label={t('subject')} required maxLength={TEXT_MAX} autoComplete="off" />
        </div>
        <div className={styles.wide}>
          <ContentField field={field} />
        </div>
        <div className={styles.wide}>
          <FileField kind="sales" name="files" label={t('files')} hint={t('files-hint')} field={field} state={state} />
        </div>
      </FormSection>
      <FormSection id="sales-privacy" title={t('section-privacy')} hint={t('section-privacy-hint')}>
        <div className={styles.wide}>
          <PrivacyConsent kind="sales" field={field} />
        </div>
      </FormSection>
    </InquiryFrame>
  )
}
