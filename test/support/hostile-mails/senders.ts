import { VISITOR } from '../conversation-under-test.ts'
import { AR, PROVEN, FROM, PLAIN, id, forged, type HostileMail } from './mail.ts'

/** Whose sender nothing proves. */
export const FORGED: HostileMail[] = [
  { what: 'no result of the platform', head: forged(), becomes: 'quarantined' },
  { what: 'DMARC fails', head: [`${AR} dmarc=fail header.from=customer.example`, ...forged()], becomes: 'quarantined' },
  {
    what: 'DMARC of another domain passes',
    head: [`${AR} dmarc=pass header.from=evil.example`, ...forged()],
    becomes: 'quarantined',
  },
  { what: 'only SPF passes', head: [`${AR} spf=pass smtp.mailfrom=${VISITOR}`, ...forged()], becomes: 'quarantined' },
  {
    what: 'only DKIM passes',
    head: [`${AR} dkim=pass header.d=customer.example`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'SPF and DKIM of another domain pass',
    head: [`${AR} spf=pass smtp.mailfrom=a@evil.example; dkim=pass header.d=evil.example`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'SPF of the domain and DKIM of another one pass',
    head: [`${AR} spf=pass smtp.mailfrom=${VISITOR}; dkim=pass header.d=evil.example`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'DKIM of a domain that ends like it passes',
    head: [`${AR} spf=pass smtp.mailfrom=${VISITOR}; dkim=pass header.d=notcustomer.example`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'results of somebody else on top',
    head: [`Authentication-Results: mx.evil.example; dmarc=pass header.from=customer.example`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a second result below the one of the platform',
    head: [`${AR} dmarc=fail header.from=customer.example`, PROVEN, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'results behind the hops of the sender',
    head: ['Received: from a by cloudflare-email.net', 'Received: from b by a', PROVEN, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a pass in a comment',
    head: [`${AR} dmarc=fail (dmarc=pass header.from=customer.example)`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a pass in a nested comment',
    head: [`${AR} (x (y) ; dmarc=pass header.from=customer.example ;) dmarc=none`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a pass in the reason of a failure',
    head: [`${AR} dmarc=fail reason="dmarc=pass header.from=customer.example"`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a pass in a quoted address',
    head: [
      `${AR} dmarc=fail header.from=customer.example; spf=pass smtp.mailfrom="x; dmarc=pass header.from=customer.example "@evil.example`,
      ...forged(),
    ],
    becomes: 'quarantined',
  },
  {
    what: 'a pass in a quoted address with a quoted quotation mark',
    head: [
      `${AR} dmarc=fail; spf=pass smtp.mailfrom="x\\"; dmarc=pass header.from=customer.example ; y=\\""@evil.example`,
      ...forged(),
    ],
    becomes: 'quarantined',
  },
  {
    what: 'a bracket in quotes that ends a comment',
    head: [`${AR} dmarc=none (of ")" ; dmarc=pass header.from=customer.example ; \\) x)`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a comment that begins in quotes',
    head: [
      `${AR} spf=fail smtp.mailfrom="(x"@evil.example; dmarc=fail header.from=")"; dmarc=pass header.from=customer.example`,
      ...forged(),
    ],
    becomes: 'quarantined',
  },
  {
    what: 'two results of DMARC',
    head: [`${AR} dmarc=pass header.from=customer.example; dmarc=fail header.from=customer.example`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'quotes that do not end',
    head: [`${AR} dmarc=pass header.from=customer.example; spf=fail smtp.mailfrom="x`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a property that comes twice',
    head: [`${AR} dmarc=pass header.from=evil.example header.from=customer.example`, ...forged()],
    becomes: 'quarantined',
  },
  {
    what: 'a proven sender who is not the visitor',
    head: [`${AR} dmarc=pass header.from=evil.example`, 'From: <a@evil.example>', id(), PLAIN],
    from: 'a@evil.example',
    becomes: 'quarantined',
  },
  {
    what: 'the visitor as the name of another address',
    head: [`${AR} dmarc=pass header.from=evil.example`, `From: "${VISITOR}" <a@evil.example>`, id(), PLAIN],
    from: 'a@evil.example',
    becomes: 'quarantined',
  },
  {
    what: 'the visitor as Sender and Reply-To of another address',
    head: [
      `${AR} dmarc=pass header.from=evil.example`,
      'From: <a@evil.example>',
      `Sender: <${VISITOR}>`,
      `Reply-To: <${VISITOR}>`,
      id(),
      PLAIN,
    ],
    becomes: 'quarantined',
  },
  {
    what: 'two senders in one header',
    head: [PROVEN, `From: <a@evil.example>, <${VISITOR}>`, id(), PLAIN],
    becomes: 'unreadable',
  },
  {
    what: 'two headers with a sender',
    head: [PROVEN, FROM, 'From: <a@evil.example>', id(), PLAIN],
    becomes: 'unreadable',
  },
  {
    what: 'a group as the sender',
    head: [PROVEN, `From: Friends: <${VISITOR}>, <b@evil.example>;`, id(), PLAIN],
    becomes: 'unreadable',
  },
  { what: 'no sender', head: [PROVEN, id(), PLAIN], becomes: 'unreadable' },
  {
    what: 'an address with a newline',
    head: [PROVEN, `From: =?utf-8?Q?<visitor=0D=0ABcc:_all=40customer.example>?=`, id(), PLAIN],
    becomes: 'unreadable',
  },
  {
    what: 'an address with a quoted newline',
    head: [PROVEN, `From: <"visitor\r\n Bcc: all"@customer.example>`, id(), PLAIN],
    becomes: 'unreadable',
  },
  {
    what: 'an address that is too long',
    head: [PROVEN, `From: <${'a'.repeat(300)}@customer.example>`, id(), PLAIN],
    becomes: 'unreadable',
  },
  {
    what: 'a letter of another script in the domain',
    head: [`${AR} dmarc=pass header.from=customer.example`, 'From: <visitor@сustomer.example>', id(), PLAIN],
    becomes: 'quarantined',
  },
]

/** Sent to an address that is none. */
export const ADDRESSED: HostileMail[] = [
  { what: 'an address without a token', to: () => 'reply@reply.vcp-x.example', becomes: 'unknown' },
  { what: 'a token that is cut', to: (address) => address.replace(/.@/, '@'), becomes: 'unknown' },
  {
    what: 'a token with another end',
    to: (address) => address.replace(/(.)@/, (_, last) => `${last === 'a' ? 'b' : 'a'}@`),
    becomes: 'unknown',
  },
  {
    what: 'a token with another beginning',
    to: (address) => address.replace(/reply\+./, (start) => (start.endsWith('a') ? 'reply+b' : 'reply+a')),
    becomes: 'unknown',
  },
  {
    what: 'the right token with a part after it',
    to: (address) => address.replace('@', '+more@'),
    becomes: 'unknown',
  },
  {
    what: 'the right token with a part before it',
    to: (address) => address.replace('reply+', 'reply+more+'),
    becomes: 'unknown',
  },
  {
    what: 'the right token, twice',
    to: (address) => address.replace(/\+(.*)@/, '+$1$1@'),
    becomes: 'unknown',
  },
  {
    what: 'the right token on another domain',
    to: (address) => address.replace(/@.*/, '@evil.example'),
    becomes: 'unknown',
  },
  {
    what: 'a token with letters that are no hexadecimal digits',
    to: (address) => address.replace(/\+../, '+gz'),
    becomes: 'unknown',
  },
  {
    what: 'a path in place of a token',
    to: () => `reply+../../conversation/x@reply.vcp-x.example`,
    becomes: 'unknown',
  },
]
