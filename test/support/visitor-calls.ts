import { NIL_UUID } from '../../functions/contract/attachments.ts'
import type { Site } from './site.ts'

/* Calls as the browser makes them, each from a client of its own, so that the rate limit stays out of the way. */
let client = 0
/** The address of a client whom no site has seen yet. */
export const newClient = () => `10.1.${client >> 8}.${client++ & 255}`
const proof = () => ({ cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'cf-connecting-ip': newClient() })

/** The upstream's own reference or key in a signed one (decision 023). */
export const valueOf = (signed: unknown) => String(signed).split('.')[0] ?? ''

interface CallOptions {
  headers?: Record<string, string>
  host?: string
}

/** All the files of one field in one upload. */
export async function upload(
  site: Pick<Site, 'fetch'>,
  files: File[],
  {
    field = 'files',
    fields = {},
    headers = {},
    host = 'www.example',
  }: CallOptions & { field?: string; fields?: Record<string, string> } = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ company_id: NIL_UUID, file_id: '', acl: 'private', ...fields }))
    form.set(name, value)
  for (const file of files) form.append(field, file)
  // Miniflare sends through a client of its own, which knows no FormData but its own: it gets bytes.
  const body = new Response(form)
  return site.fetch(`http://${host}/api/file/upload`, {
    method: 'POST',
    body: await body.arrayBuffer(),
    headers: { 'content-type': body.headers.get('content-type') ?? '', ...proof(), ...headers },
  })
}

export const SALES = {
  inquiry_mail: 'visitor@company.example',
  subject: '견적 문의',
  content: '첫 줄\n둘째 줄',
  file_ref_id: null,
  file_ref_id_homepage: null,
  phone_number_homepage: '+82-010-1234-5678',
  company_name: '예시 주식회사',
  user_name: '홍길동',
  recipient_type: 'vcp-x',
  inquiry_type: 'quote',
  is_home_unite: false,
  is_home_inquiry: true,
}
export const PROPOSAL = {
  ...SALES,
  recipient_type: 'partner',
  inquiry_type: 'service',
  is_home_unite: true,
  is_home_inquiry: false,
}

/** @param body as it is where it is a text: what no browser would send */
export function sendInquiry(
  site: Pick<Site, 'fetch'>,
  body: object | string,
  { headers = {}, host = 'www.example' }: CallOptions = {},
): Promise<Response> {
  return site.fetch(`http://${host}/api/board/inquiry`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...proof(), ...headers },
  })
}
