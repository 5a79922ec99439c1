import { useTranslation } from '../../i18n/use-translation'
import { INQUIRY_TYPES } from '../../../functions/contract/form-fields'
import { TextField } from '../../ui/field'
import { ChoiceField } from './fields/choice'
import { ContactFields } from './fields/contact'
import { ContentField } from './fields/content'
import { FilesField } from './fields/files'
import { FormSection, InquiryForm, Wide, type InquiryFormProps } from './form'
import { useInquiryForm } from './use-inquiry-form'

/** The sales inquiry (docs/specification.md#2): on a page of its own and on the home page. */
export function SalesInquiryForm(page: InquiryFormProps) {
  const { t } = useTranslation('inquiry')
  const form = useInquiryForm('sales', page.visitor.brand.id, page.loaded.outcome)
  const { field } = form
  return (
    <InquiryForm form={form} page={page}>
      <FormSection title={t('section-contact')} hint={t('section-contact-hint')}>
        <ContactFields form={form} countryDefault={page.loaded.countryDefault} />
      </FormSection>
      <FormSection title={t('section-inquiry')} hint={t('section-inquiry-hint')}>
        <ChoiceField
          {...field('inquiry_type')}
          placeholder={t('inquiry-type-placeholder')}
          choices={INQUIRY_TYPES.map((value) => ({ value, label: t(`inquiry-type-${value}`) }))}
        />
        <Wide>
          <TextField {...field('subject')} />
        </Wide>
        <Wide>
          <ContentField form={form} />
        </Wide>
        <Wide>
          <FilesField form={form} name="files" label={t('files')} hint={t('files-hint')} />
        </Wide>
      </FormSection>
    </InquiryForm>
  )
}
