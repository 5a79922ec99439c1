import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type FieldName, filledIn, HEADINGS } from '../../../functions/contract/form-fields'
import type { Inquiry } from '../../../functions/inquiries/read-inquiry'
import type { Locale } from '../../i18n/locale'
import { Fact, Facts } from '../frame/facts'

type Fields = NonNullable<Inquiry['fields']>

/** Who asks, and how to reach them. */
export function Sender({ receipt, fields, locale }: { receipt: string; fields: Fields; locale: Locale }) {
  return (
    <Facts>
      {filledIn(fields, 'sender').map((name) => (
        <Fact key={name} name={HEADINGS[name][locale]}>
          <SenderValue name={name} receipt={receipt} fields={fields} />
        </Fact>
      ))}
    </Facts>
  )
}

function SenderValue({ name, receipt, fields }: { name: FieldName; receipt: string; fields: Fields }) {
  if (name === 'inquiry_mail') return <a href={mailTo(receipt, fields)}>{fields[name]}</a>
  return name === 'phone_number_homepage' ? <Telephone number={fields[name]} /> : fields[name]
}

/** A number as it is written in its country, to be called. One that cannot be read stays as it came. */
function Telephone({ number }: { number: string }) {
  const read = parsePhoneNumberFromString(number)
  if (!read) return number
  return (
    <a href={read.getURI()}>
      (+{read.countryCallingCode}) {read.formatNational()}
    </a>
  )
}

/** The answer goes out from the operator's own mail program. */
export function mailTo(receipt: string, fields: Fields): string {
  const query = new URLSearchParams({ subject: `Re: ${fields.subject} [${receipt}]` })
  // RFC 6068: a mail program does not read `+` as a space.
  return `mailto:${encodeURIComponent(fields.inquiry_mail).replace('%40', '@')}?${String(query).replaceAll('+', '%20')}`
}
