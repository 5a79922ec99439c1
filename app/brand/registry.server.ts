import type { RegistryEntries } from './schema.ts'

/* The brands, as the operator writes them. All names, hosts, addresses and numbers are placeholders. */
const partners: RegistryEntries['default']['partners'] = [
  {
    name: { ko: '예시환경데이터', en: 'Example Environmental Data' },
    field: { ko: '전과정평가 데이터베이스', en: 'Life-cycle inventory databases' },
    url: 'https://lci.partner.example/',
  },
  {
    name: { ko: '예시검증원', en: 'Example Verification' },
    field: { ko: '제3자 검증', en: 'Third-party verification' },
    url: 'https://verify.partner.example/',
  },
  {
    name: { ko: '예시클라우드', en: 'Example Cloud' },
    field: { ko: '클라우드 인프라', en: 'Cloud infrastructure' },
    url: 'https://cloud.partner.example/',
  },
  {
    name: { ko: '예시컨설팅', en: 'Example Consulting' },
    field: { ko: '규제 대응 컨설팅', en: 'Regulatory consulting' },
    url: 'https://consulting.partner.example/',
  },
]

export const registry: RegistryEntries = {
  default: {
    id: 'vcp-x',
    whiteLabel: 'default',
    hosts: [],
    origin: 'https://www.vcp-x.example',
    name: { ko: 'VCP-X', en: 'VCP-X' },
    wordmark: 'VCP-X',
    symbol: 'M4 6h7l5 12 5-12h7L18.5 28h-5z',
    seed: '#1f5eff',
    colours: { secondary: '#2b2a6b' },
    company: {
      name: { ko: '주식회사 브이씨피엑스(예시)', en: 'VCP-X Example Co., Ltd.' },
      representative: { ko: '홍길동', en: 'Gildong Hong' },
      address: {
        ko: '서울특별시 예시구 예시로 00, 00층',
        en: '00F, 00 Example-ro, Example-gu, Seoul, Republic of Korea',
      },
      phone: '02-000-0000',
      email: 'contact@vcp-x.example',
      registrationNumber: '000-00-00000',
    },
    portal: { url: 'https://portal.vcp-x.example/' },
    mail: { notify: ['inquiries@vcp-x.example'] },
    indexing: 'own',
    features: {},
    partners,
  },
  partners: [
    {
      id: 'partner-a',
      whiteLabel: 'partner-a',
      hosts: ['partner-a.example', 'partner-a.localhost'],
      origin: 'https://partner-a.example',
      name: { ko: '가온 탄소클라우드', en: 'Gaon Carbon Cloud' },
      wordmark: 'GAON',
      symbol: 'M16 3a13 13 0 1 0 13 13h-7a6 6 0 1 1-6-6z',
      seed: '#0b7a5b',
      company: {
        name: { ko: '가온 주식회사(예시)', en: 'Gaon Example Inc.' },
        representative: { ko: '김예시', en: 'Yesi Kim' },
        address: { ko: '부산광역시 예시구 가온로 00', en: '00 Gaon-ro, Example-gu, Busan, Republic of Korea' },
        phone: '051-000-0000',
        email: 'contact@partner-a.example',
        registrationNumber: '000-00-00001',
      },
      portal: { url: 'https://portal.partner-a.example/' },
      mail: { notify: ['inquiries@partner-a.example'] },
      indexing: 'own',
      features: {},
      partners,
    },
    {
      id: 'partner-b',
      whiteLabel: 'partner-b',
      hosts: ['partner-b.example', 'partner-b.localhost'],
      origin: 'https://partner-b.example',
      name: { ko: '누리 규제데스크', en: 'Nuri Compliance Desk' },
      wordmark: 'NURI',
      symbol: 'M5 4h7l8 14V4h7v24h-7L12 14v14H5z',
      seed: '#a8322d',
      company: {
        name: { ko: '누리 주식회사(예시)', en: 'Nuri Example Corp.' },
        representative: { ko: '이보기', en: 'Bogi Lee' },
        address: { ko: '대전광역시 예시구 누리로 00', en: '00 Nuri-ro, Example-gu, Daejeon, Republic of Korea' },
        phone: '042-000-0000',
        email: 'contact@partner-b.example',
        registrationNumber: '000-00-00002',
      },
      portal: { url: 'https://portal.partner-b.example/' },
      mail: { notify: ['inquiries@partner-b.example'] },
      indexing: 'own',
      features: { faqSearch: true, portalInHeader: true },
      partners,
    },
  ],
}
