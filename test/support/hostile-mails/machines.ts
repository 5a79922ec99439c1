import { PLAIN, proven, text, type HostileMail } from './mail.ts'

/** That a machine has sent. */
export const MACHINES: HostileMail[] = [
  ...[
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated; owner-email="x@customer.example"',
    'X-Event: 0d9e4a1c-0000-4000-8000-00000000000a.answer-1',
  ].map((line): HostileMail => ({ what: line.slice(0, 60), head: proven(PLAIN, line), becomes: 'automatic' })),
  { what: 'the null sender', head: proven(PLAIN), from: '', becomes: 'automatic' },
  {
    what: 'a report about a mail that is not ours',
    head: proven('Content-Type: multipart/report; report-type=delivery-status; boundary="b"'),
    body: `--b\r\n${text('failed')}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n--b--\r\n`,
    becomes: 'automatic',
  },
]

/** What persons send by lists, groupware and companies that mark their mails. */
export const PERSONS: HostileMail[] = [
  'Precedence: bulk',
  'Precedence: list',
  'X-Autoreply: yes',
  'List-Id: <purchase.customer.example>',
  'Mailing-List: list purchase@customer.example',
  'Auto-Submitted: no',
  'Subject: Out of Office: Re: A quote',
  'Subject: =?utf-8?B?67aA7J6sIOykkeyeheuLiOuLpA==?=',
].map((line): HostileMail => ({ what: line.slice(0, 60), head: proven(PLAIN, line), becomes: 'received' }))
