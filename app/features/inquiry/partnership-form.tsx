import { useTranslation } from 'react-i18next'
import { PARTNERSHIP_TYPES } from '../../../functions/contract/form-fields'
import { TEXT_MAX } from '../../../functions/contract/limits'
import { SelectField, TextField } from '../../ui/field'
import { Tip } from '../../ui/tip'
import { ChoiceOptions } from './choice-options'
import { ContactFields } from './contact-fields'
import { ContentField } from './content-field'
import { fieldsOfForm } from './field-of'
import { FileField } from './file-field'
import styles from './inquiry-form.module.css'
import { FormSection, InquiryFrame, type InquiryFormProps } from './inquiry-frame'
import { PartnershipTypes } from './partnership-types'
import { PrivacyConsent } from './privacy-consent'
import { useInquiryForm } from './use-inquiry-form'

/** The partnership proposal (spec 2). */
export function PartnershipForm({ action, brandId, countryDefault, outcome, turnstile }: InquiryFormProps) {
  const { t } = useTranslation('inquiry')
  const state = useInquiryForm({ kind: 'partnership', brandId, outcome })
  const field = fieldsOfForm('partnership', outcome, state.errorOf)
  const file = { kind: 'partnership', field, state, hint: t('single-file-hint') } as const
  return (
    <InquiryFrame kind="partnership" action={action} state={state} turnstile={turnstile}>
      <FormSection id="partnership-proposal" title={t('section-proposal')} hint={t('section-proposal-hint')}>
        <SelectField
          {...field('recipient_type')}
          label={t('recipient-type')}
          required
          beside={
            <Tip id="partnership-tip" label={t('recipient-type-tip')}>
              <PartnershipTypes />
            </Tip>
          }
        >
          <ChoiceOptions
            placeholder={t('recipient-type-placeholder')}
            choices={PARTNERSHIP_TYPES.map((value) => ({ value, label: t(`recipient-type-${value}`) }))}
          />
        </SelectField>
        <div className={styles.wide}>
          <TextField {...field('subject')} label={t('subject')} required maxLength={TEXT_MAX} autoComplete="off" />
        </div>
        <div className={styles.wide}>
          <ContentField field={field} />
        </div>
        <div className={styles.wide}>
          <FileField {...file} name="proposal_file" label={t('proposal-file')} />
        </div>
      </FormSection>
      <FormSection id="partnership-contact" title={t('section-contact')} hint={t('section-contact-hint')}>
        <ContactFields field={field} countryDefault={countryDefault} />
        <div className={styles.wide}>
          <FileField {...file} name="profile_file" label={t('profile-file')} />
        </div>
      </FormSection>
      <FormSection id="partnership-privacy" title={t('section-privacy')} hint={t('section-privacy-hint')}>
        <div className={styles.wide}>
          <PrivacyConsent kind="partnership" field={field} />
        </div>
      </FormSection>
    </InquiryFrame>
  )
}
