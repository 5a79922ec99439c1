import { seoulDay } from '../../../functions/contract/inquiry-filters'
import { useTranslation } from 'react-i18next'
import { destroyPerson, type ShownPerson, shownPerson } from '../../../functions/commands/inquiries/person'
import { commands } from '../../../functions/commands/table'
import { personAddress } from '../../../functions/contract/person'
import { UNCHANGED } from '../../../functions/calls/operator-call'
import { brandIdOf } from '../../../functions/contract/scope'
import { type NotedRequest, openRequests, type PersonRequest } from '../../../functions/database/person-request'
import { InvalidBodyError, NotFoundError } from '../../../functions/errors'
import { attachmentDisposition } from '../../../functions/http/file-headers'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { adminTexts } from '../frame/texts'
import { isWord, wordIn } from '../inbox/several'
import { readTexts } from '../posted'
import { Kept, Outcome } from './kept-of-person'
import { NoteForm, OneRequest } from './one-request'
import { PEOPLE, Requests } from './requests'

/** What was typed and not taken. */
interface Refused {
  problem: 'address' | 'request' | 'word'
  values: Record<string, string>
}

/** What became of a destruction, in the address of the page. */
const OUTCOME = ['done', 'refused', 'failed', 'messages'] as const

/** `GET /admin/people`: what is kept of one address, and what people have asked for. */
export async function peoplePage(c: PageContext, refused: Refused | null = null): Promise<Response> {
  const { locale, env, scope } = c.var
  const t = adminTexts(locale).getFixedT(null, 'people')
  const id = refused?.values.request ?? c.req.query('request') ?? ''
  const request = id === '' ? null : await commands['open-request'].performBody(callOf(c), { id }).catch(asUnknown)
  if (id !== '' && !request) throw new NotFoundError('There is no such request.')
  const typed = request?.email ?? refused?.values.email ?? c.req.query('email') ?? ''
  const { success: isAddress } = personAddress.safeParse(typed)
  const person = isAddress ? await commands['show-person'].perform(callOf(c), { email: typed }) : null
  const problem = refused?.problem ?? (typed !== '' && !isAddress ? 'address' : null)
  return adminPage(
    c,
    { title: t('title'), lead: t('lead'), section: 'people', status: refused ? 422 : 200 },
    <People
      {...{ person, request, typed, problem, locale }}
      requests={await openRequests(env.DB, scope)}
      brandId={brandIdOf(scope)}
      values={refused?.values ?? {}}
      outcome={c.req.query()}
    />,
  )
}

/** An id that is none is one of no request. */
function asUnknown(error: unknown): null {
  if (error instanceof InvalidBodyError) return null
  throw error
}

/** `GET /admin/people.tar?email=`: everything that is kept of one address, as one archive. */
export async function exportPerson(c: PageContext): Promise<Response> {
  const email = c.req.query('email') ?? ''
  if (!personAddress.safeParse(email).success) throw new NotFoundError('This is no address.')
  const body = await commands['export-person'].perform(callOf(c), { email })
  return new Response(body, {
    headers: {
      'content-type': 'application/x-tar',
      // Without the address: the name of a file is seen by others.
      'content-disposition': attachmentDisposition(`person-${seoulDay(Date.now())}.tar`),
    },
  })
}

/** `POST /admin/people` with `action` note, end or destroy. */
export async function postPeople(c: PageContext): Promise<Response> {
  const form = await readTexts(c)
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const { action, email = '', request = '' } = values
  const back = request === '' ? new URLSearchParams({ email }) : new URLSearchParams({ request })
  if (action === 'end') {
    await commands['end-request'].performBody(callOf(c), { id: values.id })
    return seeOther(PEOPLE)
  }
  if (!personAddress.safeParse(email).success) return peoplePage(c, { problem: 'address', values })
  if (action === 'destroy') {
    const { data: shown } = shownPerson.safeParse({ ...values, receipts: form.getAll('receipt') })
    if (!shown || !isWord(values.word ?? '')) return peoplePage(c, { problem: 'word', values })
    const outcome = await destroyPerson(callOf(c), shown)
    for (const name of OUTCOME) {
      const done = outcome[name]
      back.set(name, String(typeof done === 'number' ? done : done.length))
    }
    return seeOther(`${PEOPLE}?${back}`)
  }
  try {
    const noted = await commands['note-request'].performBody(callOf(c), {
      ...values,
      brand: values.brand ?? brandIdOf(c.var.scope) ?? '',
    })
    return seeOther(`${PEOPLE}?${new URLSearchParams({ request: noted === UNCHANGED ? (values.id ?? '') : noted })}`)
  } catch (error) {
    if (error instanceof InvalidBodyError) return peoplePage(c, { problem: 'request', values })
    throw error
  }
}

interface PeopleProps {
  person: ShownPerson | null
  /** The request that the page is about. */
  request: NotedRequest | null
  requests: PersonRequest[]
  typed: string
  problem: Refused['problem'] | null
  values: Record<string, string>
  outcome: Record<string, string>
  /** Of an operator of one brand; null: all brands. */
  brandId: string | null
  locale: Locale
}

function People({ person, request, requests, typed, problem, values, outcome, brandId, locale }: PeopleProps) {
  const { t } = useTranslation(['people', 'inbox'])
  return (
    <div className="stack">
      {outcome.done !== undefined && <Outcome outcome={outcome} locale={locale} />}
      {(problem === 'address' || problem === 'request') && <Notice look="danger">{t(`problem.${problem}`)}</Notice>}
      {problem === 'word' && <Notice look="danger">{t('inbox:several.wrong-word', { word: wordIn(locale) })}</Notice>}
      <form method="get" action={PEOPLE} className="panel beside" role="search">
        <TextField
          id="email"
          name="email"
          inputMode="email"
          required
          maxLength={254}
          label={t('email')}
          defaultValue={typed}
        />
        <button type="submit" className={buttonClass('primary')}>
          {t('search')}
        </button>
      </form>
      {request && <OneRequest request={request} locale={locale} />}
      {person && <Kept person={person} request={request} isWrong={problem === 'word'} locale={locale} />}
      <section className="panel stack" aria-labelledby="open">
        <h2 id="open">{t('open')}</h2>
        {requests.length > 0 ? (
          <Requests requests={requests} locale={locale} />
        ) : (
          <p className="muted">{t('none-open')}</p>
        )}
      </section>
      {!request && <NoteForm typed={typed} values={values} brandId={brandId} locale={locale} />}
    </div>
  )
}
