import type { RegistryEntries } from './schema.ts'

/* The brands, as the operator writes them. All names, hosts, addresses and numbers are placeholders. */
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
    legal: { mailProvider: { ko: '예시메일', en: 'Example Mail' } },
    mail: { notify: ['inquiries@vcp-x.example'] },
    indexing: 'own',
    features: {},
    proof: { sampleReport: true },
    partners: [
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
    ],
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
      privacy: {
        officer: { ko: '박보기 이사(예시)', en: 'Bogi Park, director (example)' },
        department: { ko: '정보보호팀', en: 'Information protection team' },
        email: 'privacy@partner-a.example',
      },
      legal: { mailProvider: { ko: '가온메일(예시)', en: 'Gaon Example Mail' } },
      mail: { notify: ['inquiries@partner-a.example'] },
      indexing: 'own',
      features: {},
      partners: [
        {
          name: { ko: '예시항만물류', en: 'Example Port Logistics' },
          field: { ko: '운송 배출량 데이터', en: 'Transport emissions data' },
          url: 'https://logistics.gaon.example/',
        },
        {
          name: { ko: '예시철강협동조합', en: 'Example Steel Cooperative' },
          field: { ko: '철강 업종 기준 데이터', en: 'Reference data for steel' },
          url: 'https://steel.gaon.example/',
        },
        {
          name: { ko: '예시관세법인', en: 'Example Customs Advisers' },
          field: { ko: 'CBAM 신고 자문', en: 'Advice on CBAM declarations' },
          url: 'https://customs.gaon.example/',
        },
        {
          name: { ko: '예시에너지진단', en: 'Example Energy Audits' },
          field: { ko: '사업장 에너지 진단', en: 'Site energy audits' },
          url: 'https://energy.gaon.example/',
        },
      ],
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
      privacy: {
        officer: { ko: '최예시 상무(예시)', en: 'Yesi Choi, managing director (example)' },
        department: { ko: '경영지원실', en: 'Management support office' },
      },
      legal: { mailProvider: { ko: '누리메일(예시)', en: 'Nuri Example Mail' } },
      retention: { processedMonths: 6 },
      answerWithinHours: 24,
      mail: { notify: ['inquiries@partner-b.example'] },
      indexing: 'own',
      features: { faqSearch: true, portalInHeader: true },
      proof: {
        customers: [
          {
            name: { ko: '예시철강(가상)', en: 'Example Steel (fictitious)' },
            field: { ko: '공급사 00곳의 CBAM 자료', en: 'CBAM data of 00 suppliers' },
          },
          {
            name: { ko: '예시배터리(가상)', en: 'Example Batteries (fictitious)' },
            field: { ko: '모델 00종의 배터리 여권 자료', en: 'Battery passport data for 00 models' },
          },
          {
            name: { ko: '예시정밀(가상)', en: 'Example Precision (fictitious)' },
            field: { ko: '고객사 00곳의 탄소발자국 요청', en: 'Footprint requests from 00 customers' },
          },
        ],
        method: [
          {
            title: { ko: 'ISO 14067 검토(예시)', en: 'ISO 14067 review (example)' },
            text: {
              ko: '예시심사원이 20XX년에 산정 방법을 검토했습니다.',
              en: 'Example Assessors reviewed the method in 20XX.',
            },
          },
          {
            title: { ko: '배출계수 데이터베이스(예시)', en: 'Emission factor database (example)' },
            text: { ko: '예시 데이터베이스 0.0판을 사용합니다.', en: 'Example Database, version 0.0.' },
          },
        ],
        security: [
          {
            title: { ko: 'ISO/IEC 27001 인증(예시)', en: 'ISO/IEC 27001 certificate (example)' },
            text: {
              ko: '인증번호 EXAMPLE-000, 20XX년까지 유효합니다.',
              en: 'Certificate EXAMPLE-000, valid until 20XX.',
            },
          },
          {
            title: { ko: '데이터 암호화(예시)', en: 'Encryption (example)' },
            text: {
              ko: '데이터를 전송할 때와 보관할 때 암호화합니다.',
              en: 'Data is encrypted in transit and at rest.',
            },
          },
        ],
        answer: {
          ko: '답변까지 영업일 기준 최대 00일이 걸립니다(예시).',
          en: 'You get an answer within 00 business days (example).',
        },
        sampleReport: true,
      },
      partners: [
        {
          name: { ko: '예시시험연구소', en: 'Example Test Laboratory' },
          field: { ko: '유해 물질 시험', en: 'Tests for hazardous substances' },
          url: 'https://laboratory.nuri.example/',
        },
        {
          name: { ko: '예시법률사무소', en: 'Example Law Office' },
          field: { ko: '환경 규제 자문', en: 'Advice on environmental law' },
          url: 'https://law.nuri.example/',
        },
        {
          name: { ko: '예시배터리재활용', en: 'Example Battery Recycling' },
          field: { ko: '재활용 원료 데이터', en: 'Recycled-materials data' },
          url: 'https://recycling.nuri.example/',
        },
        {
          name: { ko: '예시시스템통합', en: 'Example Systems Integration' },
          field: { ko: 'ERP·MES 연동', en: 'Integration with ERP and MES' },
          url: 'https://integration.nuri.example/',
        },
      ],
    },
  ],
}
