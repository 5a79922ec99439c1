import { defaultBrand } from '../brand/hosts.ts'
import type { Brand } from '../brand/schema.ts'
import { eachLocale, type Locale, type Texts } from '../contract/languages.ts'

/** From whom the mails of a brand are. */
export interface Sender {
  address: string
  /** Shown beside the address; the default brand's mails have the address alone, unless a message brings a name. */
  name?: string
  /** Where an answer of a visitor goes, because the address is not the brand's. */
  replyTo?: string
}

type SendingBrand = Pick<Brand, 'id' | 'name' | 'company' | 'mail'>

/** Whether a brand's mails come from the address of the default brand, whose company runs all sites. */
const borrowsAddress = ({ id, mail }: SendingBrand) => id !== defaultBrand.id && mail.from === undefined

/** @param mailFrom the var MAIL_FROM */
export function senderOf(brand: SendingBrand, mailFrom: string): Sender {
  const { id, name, company, mail } = brand
  return {
    address: mail.from ?? mailFrom,
    ...(id !== defaultBrand.id && { name: name[mail.language] }),
    ...(borrowsAddress(brand) && { replyTo: company.email }),
  }
}

const SENTENCES: Record<Locale, (brand: string, company: string, operator: string) => string> = {
  ko: (brand, company, operator) =>
    `이 메일은 ${company}의 위탁을 받아 ${brand} 홈페이지를 운영하는 ${operator}에서 보냈습니다. 따라서 보낸 사람 주소에는 ${operator}의 주소가 표시됩니다.`,
  en: (brand, company, operator) =>
    `${operator}, which operates the ${brand} website on behalf of ${company}, sent this message. That is why it came from another company’s address.`,
}

/** Says to a visitor who sends a mail and why, where the address is not the brand's; null where it is. */
export const sentOnBehalf = (brand: SendingBrand): Texts | null =>
  borrowsAddress(brand)
    ? eachLocale((locale) =>
        SENTENCES[locale](brand.name[locale], brand.company.name[locale], defaultBrand.company.name[locale]),
      )
    : null
