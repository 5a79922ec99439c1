import { seoulDay } from '../../../functions/contract/seoul'
import { useTranslation } from '../../i18n/use-translation'
import { destroyPerson, type ShownPerson, shownPerson } from '../../../functions/commands/inquiries/person'
import { commands } from '../../../functions/commands/table'
import { personAddress } from '../../../functions/contract/person'
import { UNCHANGED } from '../../../functions/calls/operator-call'
import { brandIdOf } from '../../../functions/contract/scope'
import { type NotedRequest, openRequests, type PersonRequest } from '../../../functions/database/person-request'
import { InvalidBodyError, NotFoundError, TakenBeforeError } from '../../../functions/errors'
import { attachmentDisposition } from '../../../functions/http/file-headers'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { withQuery } from '../frame/addresses'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { isWord, wordIn } from '../inbox/several'
import { readTexts } from '../posted'
import { Kept } from './kept-of-person'
import { NoteForm, OneRequest } from './one-request'
import { DESTROYED, type Outcome, outcomeOf, type Told } from './outcome'
import { PEOPLE, Requests } from './requests'
import { shownAddress } from './shown-address'

/** What was typed and not taken. */
interface Refused {
  problem: 'address' | 'request' | 'word' | 'action'
  values: Record<string, string>
}

/** `GET /admin/people`: what is kept of one address, and what people have asked for. */
export async function peoplePage(c: PageContext, refused: Refused | null = null): Promise<Response> {
  const { locale, env, scope } = c.var
  const t = textsIn(locale, 'people')
  const id = refused?.values.request ?? c.req.query('request') ?? ''
  const request =
    id === '' ? null : await commands['open-request'].performFromClient(callOf(c), { id }).catch(asUnknown)
  if (id !== '' && !request) throw new NotFoundError('There is no such request.')
  const typed = request ? shownAddress(request.email) : (refused?.values.email ?? c.req.query('email') ?? '')
  const { success: isAddress } = personAddress.safeParse(typed)
  const person = isAddress ? await commands['show-person'].perform(callOf(c), { email: typed }) : null
  const problem = refused?.problem ?? (typed !== '' && !isAddress ? 'address' : null)
  const outcome = refused ? null : outcomeOf(c.req.query(), locale)
  return adminPage(
    c,
    { title: t('title'), lead: t('lead'), told: outcome?.text, section: 'people', status: refused ? 422 : 200 },
    <People
      {...{ person, request, typed, problem, outcome, locale }}
      requests={await openRequests(env.DB, scope)}
      brandId={brandIdOf(scope)}
      values={refused?.values ?? {}}
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
  const values = Object.fromEntries(form)
  const { action, id = '', email = '', request = '', kind, asked_on } = values
  const back = (query: Record<string, string | number>) => seeOther(withQuery(PEOPLE, query))
  const told = (what: Told, query: Record<string, string> = {}) => back({ ...query, told: what })
  if (action === 'end') {
    const ended = await commands['end-request'].performFromClient(callOf(c), { id })
    return told(ended === UNCHANGED ? 'ended-before' : 'ended')
  }
  if (action !== 'note' && action !== 'destroy') return peoplePage(c, { problem: 'action', values })
  if (!personAddress.safeParse(email).success) return peoplePage(c, { problem: 'address', values })
  if (action === 'destroy') {
    const { data: shown } = shownPerson.safeParse({ ...values, receipts: form.getAll('receipt') })
    if (!shown || !isWord(values.word ?? '')) return peoplePage(c, { problem: 'word', values })
    const outcome = await destroyPerson(callOf(c), shown)
    const counts = DESTROYED.map((name) => {
      const done = outcome[name]
      return [name, typeof done === 'number' ? done : done.length]
    })
    return back({ ...(request === '' ? { email } : { request }), ...Object.fromEntries(counts) })
  }
  try {
    const brand = values.brand ?? brandIdOf(c.var.scope) ?? ''
    const noted = await commands['note-request'].performFromClient(callOf(c), { brand, email, kind, asked_on })
    return told('noted', { request: noted })
  } catch (error) {
    if (error instanceof TakenBeforeError) return told('noted-before', { request: error.id })
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
  outcome: Outcome | null
  /** Of an operator of one brand; null: all brands. */
  brandId: string | null
  locale: Locale
}

function People({ person, request, requests, typed, problem, values, outcome, brandId, locale }: PeopleProps) {
  const { t } = useTranslation(['people', 'inbox'])
  return (
    <div className="stack">
      {outcome && <Notice look={outcome.look}>{outcome.text}</Notice>}
      {problem !== null && problem !== 'word' && <Notice look="danger">{t(`problem.${problem}`)}</Notice>}
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
