import { useTranslation } from '../../i18n/use-translation'
import { PARTNERSHIP_TYPES } from '../../../functions/contract/form-fields'
import { TextField } from '../../ui/field'
import { Tip } from '../../ui/tip'
import { ChoiceField } from './fields/choice'
import { ContactFields } from './fields/contact'
import { ContentField } from './fields/content'
import { FilesField } from './fields/files'
import { FormSection, InquiryForm, Wide, type InquiryFormProps } from './form'
import styles from './partnership-form.module.css'
import { useInquiryForm } from './use-inquiry-form'

/** The partnership proposal (docs/specification.md#2). */
export function PartnershipForm(page: InquiryFormProps) {
  const { t } = useTranslation('inquiry')
  const form = useInquiryForm('partnership', page.visitor.brand.id, page.loaded.outcome)
  const { field } = form
  return (
    <InquiryForm form={form} page={page}>
      <FormSection title={t('section-proposal')} hint={t('section-proposal-hint')}>
        <ChoiceField
          {...field('recipient_type')}
          beside={
            <Tip id="partnership-tip" label={t('recipient-type-tip')}>
              <PartnershipTypes />
            </Tip>
          }
          placeholder={t('recipient-type-placeholder')}
          choices={PARTNERSHIP_TYPES.map((value) => ({ value, label: t(`recipient-type-${value}`) }))}
        />
        <Wide>
          <TextField {...field('subject')} />
        </Wide>
        <Wide>
          <ContentField form={form} />
        </Wide>
        <Wide>
          <FilesField form={form} name="proposal_file" label={t('proposal-file')} hint={t('single-file-hint')} />
        </Wide>
      </FormSection>
      <FormSection title={t('section-contact')} hint={t('section-contact-hint')}>
        <ContactFields form={form} countryDefault={page.loaded.countryDefault} />
        <Wide>
          <FilesField form={form} name="profile_file" label={t('profile-file')} hint={t('single-file-hint')} />
        </Wide>
      </FormSection>
    </InquiryForm>
  )
}

/** What each partnership type means. */
function PartnershipTypes() {
  const { t } = useTranslation('inquiry')
  return (
    <dl className={styles.types}>
      {PARTNERSHIP_TYPES.map((type) => (
        <div key={type}>
          <dt>{t(`recipient-type-${type}`)}</dt>
          <dd>{t(`recipient-type-tip-${type}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
