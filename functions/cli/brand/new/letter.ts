import { defaultBrand } from '../../../brand/hosts.ts'
import type { BrandEntry } from '../../../brand/schema.ts'
import { eachLocale, type Locale, type Texts } from '../../../contract/languages.ts'
import { domainOf } from '../../deploy/hosts-and-zones.ts'

/** What a letter is written from. */
interface LetterFacts {
  entry: BrandEntry
  /** To which the partner's host points (functions/cli/deploy/domains.ts); null where the host is in the operator's own zone. */
  target: string | null
  /** Whether the symbol is the first letter of the word mark, for want of a logo. */
  isLetter: boolean
  /** Names of the pictures that go with the letter. */
  pictures: readonly string[]
}

type Section = [title: string, ...lines: string[]]

/** The facts of the company, as the legal texts will have them. */
const companyLines = ({ company, privacy, since, legal }: BrandEntry, locale: Locale, words: string[]): string[] => {
  const { officer, department } = privacy ?? {}
  const values = [
    company.name[locale],
    company.representative[locale],
    company.address[locale],
    company.phone,
    company.email,
    company.registrationNumber,
    officer?.[locale],
    department?.[locale],
    since,
    legal?.mailProvider?.[locale],
  ]
  return words.map((word, index) => `${word}: ${values[index] ?? '?'}`)
}

const SECTIONS: Record<Locale, (facts: LetterFacts) => Section[]> = {
  ko: ({ entry, target, isLetter, pictures }) => {
    const { mail, company, origin, portal } = entry
    const { hostname } = new URL(origin)
    return [
      [
        'DNS',
        ...(target === null
          ? [`${hostname}의 레코드는 당사가 등록합니다. 귀사에서 하실 일은 없습니다.`]
          : [
              '도메인을 관리하시는 곳에 다음 레코드를 등록해 주십시오.',
              `  ${hostname}  CNAME  ${target}`,
              '소유 확인과 인증서 발급에 필요한 TXT 레코드는 사이트를 준비하는 대로 값을 보내 드립니다.',
              '도메인에 CAA 레코드가 있거나 이 주소를 이미 쓰고 계시면 미리 알려 주십시오.',
            ]),
      ],
      [
        '메일',
        ...(mail?.from === undefined
          ? [
              `홈페이지의 메일은 당사 주소에서 귀사 이름으로 발송됩니다. 방문자가 회신하면 다음 주소로 갑니다: ${company.email}`,
              '귀사 주소로 발송하기를 원하시면 알려 주십시오. 이때 필요한 네임서버 값을 보내 드립니다.',
            ]
          : [
              `홈페이지의 메일은 다음 주소에서 발송됩니다: ${mail.from}`,
              `${domainOf(mail.from)}의 네임서버를 당사가 보내 드리는 값으로 지정해 주십시오. SPF, DKIM, DMARC 레코드는 당사가 등록합니다.`,
              `_dmarc.${domainOf(mail.from)}에 이미 정책이 있으면 내용을 알려 주십시오.`,
            ]),
        `새 문의가 접수되면 다음 주소로 알려 드립니다. 스팸 필터에서 허용해 주십시오: ${(mail?.notify ?? []).join(', ')}`,
      ],
      [
        '법정 정보',
        '홈페이지 하단, 이용약관, 개인정보 처리방침에 아래 내용이 그대로 실립니다. 틀린 곳과 빠진 곳(?)을 알려 주십시오.',
        ...companyLines(entry, 'ko', [
          '회사명',
          '대표자',
          '주소',
          '전화',
          '이메일',
          '사업자등록번호',
          '개인정보 보호책임자',
          '개인정보 담당 부서',
          '서비스 시작일',
          '메일함을 제공하는 업체',
        ]).map((line) => `  ${line}`),
        '개인정보 처리방침에서 귀사는 개인정보처리자, 당사는 수탁자, Cloudflare는 재수탁자입니다. 개시 전에 위탁 계약(개인정보 보호법 제26조)을 맺어 주십시오.',
        '이용약관과 개인정보 처리방침은 귀사의 법률 검토를 받으시기를 권합니다.',
      ],
      [
        '이미지',
        isLetter
          ? '로고를 받지 못하여 심볼을 글자로 그렸습니다. 단색 로고를 SVG 파일(글자는 윤곽선으로 변환)로 보내 주시면 바꾸어 드립니다.'
          : '보내 주신 로고를 한 가지 색의 심볼로 옮겼습니다.',
        `첨부한 이미지를 확인해 주십시오: ${pictures.join(', ')}`,
      ],
      [
        '홈페이지 내용',
        `고객 포털 주소가 맞는지 확인해 주십시오: ${portal.url}`,
        '홈페이지에 실을 협력사가 있으면 네 곳까지 회사명, 분야, 홈페이지 주소를 국문과 영문으로 보내 주십시오. 없으면 해당 부분은 표시하지 않습니다.',
        '고객사, 인증, 산정 방법도 실을 수 있습니다. 고객사 이름은 그 고객사의 동의를 받은 경우에만 보내 주십시오.',
      ],
    ]
  },
  en: ({ entry, target, isLetter, pictures }) => {
    const { mail, company, origin, portal } = entry
    const { hostname } = new URL(origin)
    return [
      [
        'DNS',
        ...(target === null
          ? [`We set the records of ${hostname}. You have nothing to do.`]
          : [
              'Please add this record where your domain is managed:',
              `  ${hostname}  CNAME  ${target}`,
              'We will send you the values of the TXT records for the proof of ownership and the certificate as soon as the site is prepared.',
              'Please tell us beforehand if the domain has a CAA record, or if this address is already in use.',
            ]),
      ],
      [
        'Mail',
        ...(mail?.from === undefined
          ? [
              `Mails of the site are sent from our address under your name. If a visitor replies, the reply goes to ${company.email}.`,
              'If you would like them to come from your own address, please tell us. We will then send you the name servers for it.',
            ]
          : [
              `Mails of the site are sent from ${mail.from}.`,
              `Please set the name servers of ${domainOf(mail.from)} to those that we will send you. We add the SPF, DKIM and DMARC records.`,
              `If _dmarc.${domainOf(mail.from)} already has a policy, please send it to us.`,
            ]),
        `New inquiries are announced to ${(mail?.notify ?? []).join(', ')}. Please allow these mails in your spam filter.`,
      ],
      [
        'Legal data',
        'The footer, the terms of service and the privacy policy will show the following. Please tell us what is wrong and what is missing (?).',
        ...companyLines(entry, 'en', [
          'Company',
          'Representative',
          'Address',
          'Telephone',
          'E-mail',
          'Business registration number',
          'Privacy officer',
          'Department for personal information',
          'First day of the service',
          'Provider of your mailboxes',
        ]).map((line) => `  ${line}`),
        'In the privacy policy you are the controller, we are the processor, and Cloudflare is the sub-processor. The processing contract (PIPA 26) has to be signed before the site opens.',
        'We recommend that your counsel reviews the terms of service and the privacy policy.',
      ],
      [
        'Pictures',
        isLetter
          ? 'We had no logo and have drawn the symbol from a letter. Please send your logo in one colour as an SVG file, with text converted to outlines, and we will replace it.'
          : 'We have made a symbol in one colour from your logo.',
        `Please check the attached pictures: ${pictures.join(', ')}`,
      ],
      [
        'Contents',
        `Please check the address of your client portal: ${portal.url}`,
        'If you want to show partner companies, send us up to four, each with its name and field in Korean and English and its address. Without any, the section is not shown.',
        'Customers, certificates and methods can be shown too. Please name a customer only with its consent.',
      ],
    ]
  },
}

const FRAMES: Record<Locale, (brand: string, company: string, operator: string) => { head: string[]; foot: string[] }> =
  {
    ko: (brand, company, operator) => ({
      head: [
        `제목: ${brand} 홈페이지 개설 준비 사항`,
        '',
        `${company} 담당자님께`,
        '',
        `${brand} 홈페이지를 열기 위해 준비하실 사항을 알려 드립니다.`,
      ],
      foot: ['궁금하신 점은 언제든지 이 메일로 회신해 주십시오.', '', `${operator} 드림`],
    }),
    en: (brand, company, operator) => ({
      head: [
        `Subject: What we need to open the site ${brand}`,
        '',
        `To ${company}`,
        '',
        `This is what we need from you to open the site ${brand}.`,
      ],
      foot: ['Please reply to this message if you have any questions.', '', operator],
    }),
  }

/** What a partner has to do until its site is live, as a mail to be sent to it, in each language. */
export const letterOf = (facts: LetterFacts): Texts =>
  eachLocale((locale) => {
    const { name, company } = facts.entry
    const { head, foot } = FRAMES[locale](name[locale], company.name[locale], defaultBrand.company.name[locale])
    const sections = SECTIONS[locale](facts).flatMap(([title, ...lines], index) => [
      '',
      `${index + 1}. ${title}`,
      ...lines.map((line) => `   ${line}`),
    ])
    return `${[...head, ...sections, '', ...foot].join('\n')}\n`
  })
