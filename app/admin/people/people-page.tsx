import { seoulDay } from '../../../functions/contract/inquiry-filters'
import { useTranslation } from 'react-i18next'
import { brands } from '../../../functions/brand/hosts'
import { destroyPerson, type ShownPerson, shownPerson } from '../../../functions/commands/inquiries/person'
import { commands } from '../../../functions/commands/table'
import { PERSON_DESTROYED_MAX, personAddress, REQUEST_DAYS, REQUEST_KINDS } from '../../../functions/contract/person'
import { brandIdOf } from '../../../functions/contract/scope'
import { type NotedRequest, openRequests, type PersonRequest } from '../../../functions/database/person-request'
import { InvalidBodyError, NotFoundError } from '../../../functions/errors'
import { attachmentDisposition } from '../../../functions/http/file-headers'
import type { Locale } from '../../i18n/locale'
import { formatLongDate } from '../../i18n/format'
import { buttonClass } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { brandName } from '../frame/brand-name'
import { Fact, Facts } from '../frame/facts'
import { formatNumber } from '../frame/format'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { adminTexts } from '../frame/texts'
import { inquiryAddress } from '../inbox/address'
import { InquiryTable } from '../inbox/list-table'
import { isWord, wordIn } from '../inbox/several'
import { readTexts } from '../posted'
import { Due, PEOPLE, Requests } from './requests'

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
    const { id } = await commands['note-request'].performBody(callOf(c), {
      ...values,
      brand: values.brand ?? brandIdOf(c.var.scope) ?? '',
    })
    return seeOther(`${PEOPLE}?request=${id}`)
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

function Outcome({
  outcome: { done, refused, failed, messages },
  locale,
}: {
  outcome: Record<string, string>
  locale: Locale
}) {
  const { t } = useTranslation(['people', 'inbox'])
  const n = (text: string | undefined) => formatNumber(Number(text) || 0, locale)
  const isWhole = !Number(refused) && !Number(failed)
  return (
    <Notice look={isWhole ? 'success' : 'warning'}>
      {t('inbox:several.done.destroy', { n: n(done) })}
      {Number(messages) > 0 && ` ${t('forgotten', { n: n(messages) })}`}
      {Number(refused) > 0 && ` ${t('inbox:several.refused', { n: n(refused) })}`}
      {Number(failed) > 0 && ` ${t('inbox:several.failed', { n: n(failed) })}`}
    </Notice>
  )
}

/** What somebody has asked for, and the button once it is answered. */
function OneRequest({ request, locale }: { request: NotedRequest; locale: Locale }) {
  const { t } = useTranslation(['people', 'inbox'])
  return (
    <section className="panel stack" aria-labelledby="request">
      <h2 id="request">{t('request')}</h2>
      <Facts>
        <Fact name={t('kind')}>{t(`kinds.${request.kind}`)}</Fact>
        <Fact name={t('inbox:brand')}>{brandName(request.brand_id, locale)}</Fact>
        <Fact name={t('asked')}>{formatLongDate(`${request.asked_on}T00:00:00+09:00`, locale)}</Fact>
        <Fact name={t('due-name')}>
          <Due request={request} locale={locale} />
        </Fact>
      </Facts>
      <p className="muted">{t('end-hint')}</p>
      <form method="post" action={PEOPLE} className="actions">
        <input type="hidden" name="id" value={request.id} />
        <button type="submit" name="action" value="end" className={buttonClass('outline')}>
          {t('end')}
        </button>
      </form>
    </section>
  )
}

/** Everything that is kept of an address, as a list and as an archive; the destruction asks for the word. */
function Kept({
  person: { email, shownAt, inquiries, kept, elsewhere },
  request,
  isWrong,
  locale,
}: {
  person: ShownPerson
  request: NotedRequest | null
  isWrong: boolean
  locale: Locale
}) {
  const { t } = useTranslation(['people', 'inbox'])
  const n = (count: number) => formatNumber(count, locale)
  const word = wordIn(locale)
  const isNothing = inquiries.length === 0 && elsewhere.messages === 0
  return (
    <section className="stack" aria-labelledby="kept">
      <h2 id="kept">{t('kept', { email })}</h2>
      {isNothing && <p className="empty">{t('nothing')}</p>}
      {inquiries.length > 0 && (
        <>
          <p>
            {t('counts', {
              inquiries: n(inquiries.length),
              messages: n(kept.messages),
              files: n(kept.files),
              mails: n(kept.mails),
            })}
          </p>
          <InquiryTable rows={inquiries} filters={{ page: 1 }} locale={locale} showBrand choose={false} />
        </>
      )}
      {elsewhere.messages > 0 && (
        <div className="panel">
          <p>{t('elsewhere', { n: n(elsewhere.messages) })}</p>
          <ul className="links">
            {elsewhere.receipts.map((receipt) => (
              <li key={receipt}>
                <a href={inquiryAddress(receipt, {})}>{receipt}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!isNothing && (
        <>
          <p>
            <a className={buttonClass('outline')} href={`${PEOPLE}.tar?${new URLSearchParams({ email })}`} download>
              {t('export')}
            </a>{' '}
            <span className="muted">{t('export-hint')}</span>
          </p>
          <details className="question" open={isWrong}>
            <summary>{t('destroy')}</summary>
            <p>
              {t('inbox:several.destroy-lead')} {t('inbox:destroy.copies')}
            </p>
            <p>{t('inbox:destroy.stays')}</p>
            {inquiries.length > PERSON_DESTROYED_MAX && <p>{t('at-once', { n: n(PERSON_DESTROYED_MAX) })}</p>}
            <form method="post" action={PEOPLE} className="form">
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="request" value={request?.id ?? ''} />
              <input type="hidden" name="shownAt" value={shownAt} />
              {inquiries.slice(0, PERSON_DESTROYED_MAX).map(({ receipt }) => (
                <input key={receipt} type="hidden" name="receipt" value={receipt} />
              ))}
              <TextField
                id="word"
                name="word"
                autoComplete="off"
                required
                label={t('inbox:several.word', { word })}
                error={isWrong ? t('inbox:several.wrong-word', { word }) : undefined}
              />
              <div className="actions">
                <button type="submit" name="action" value="destroy" className="danger">
                  {t('destroy-now')}
                </button>
              </div>
            </form>
          </details>
        </>
      )}
    </section>
  )
}

/** Notes what somebody has asked for. */
function NoteForm({ typed, values, brandId, locale }: Pick<PeopleProps, 'typed' | 'values' | 'brandId' | 'locale'>) {
  const { t } = useTranslation(['people', 'inbox'])
  const today = seoulDay(Date.now())
  return (
    <form method="post" action={PEOPLE} className="panel form" aria-labelledby="note">
      <h2 id="note">{t('note')}</h2>
      <p className="muted">{t('note-hint', { n: REQUEST_DAYS })}</p>
      <input type="hidden" name="id" value={values.id ?? crypto.randomUUID()} />
      <TextField
        id="note-email"
        name="email"
        inputMode="email"
        required
        maxLength={254}
        label={t('email')}
        defaultValue={values.email ?? typed}
      />
      {brandId === null && (
        <SelectField id="brand" name="brand" label={t('inbox:brand')} defaultValue={values.brand ?? brands[0]?.id}>
          {brands.map(({ id }) => (
            <option key={id} value={id}>
              {brandName(id, locale)}
            </option>
          ))}
        </SelectField>
      )}
      <div className="fields">
        <SelectField id="kind" name="kind" label={t('kind')} defaultValue={values.kind ?? 'access'}>
          {REQUEST_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          id="asked_on"
          name="asked_on"
          type="date"
          required
          max={today}
          label={t('asked')}
          defaultValue={values.asked_on ?? today}
        />
      </div>
      <div className="actions">
        <button type="submit" name="action" value="note" className={buttonClass('primary')}>
          {t('note-now')}
        </button>
      </div>
    </form>
  )
}
