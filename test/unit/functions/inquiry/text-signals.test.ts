import { describe, expect, test, vi } from 'vitest'
import { eachField } from '../../../../functions/contract/inquiry-fields.ts'
import { writeRecord } from '../../../../functions/database/inquiry-record.ts'
import type { Env } from '../../../../functions/env.ts'
import { repeatedSignal, textSignals } from '../../../../functions/inquiry/text-signals.ts'
import { RECORD } from '../../../support/record-facts.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'
import { SALES } from '../../../support/visitor-calls.ts'

const texts = (content: string, rest: object = {}) => ({ ...eachField(() => ''), ...SALES, content, ...rest })

describe('the text of an inquiry', () => {
  test.each([
    ['two links, one of them with www', 'See https://www.gaon.example/a and http://gaon.example/b', []],
    ['three links', 'https://a.example www.b.example http://c.example', ['links']],
    ['Korean and English', '제품 (LCA) 문의입니다. Please call us.', []],
    ['Japanese and Chinese', '製品についてお問い合わせします。', []],
    ['accents and a unit with a Greek letter', 'Fäbrik: 3 μm, café, Ω', []],
    ['a text without letters', '010-1234-5678 !!!', []],
    ['a word of Latin and Cyrillic letters', 'Buy сasino chips now, раypal', ['scripts']],
    ['a text in Cyrillic', 'Лучшее казино в интернете, заходите к нам сегодня прямо сейчас', ['scripts']],
    ['all of it', 'казино сasinо казино http://a.b http://c.d http://e.f', ['links', 'scripts']],
  ])('%s', (_, content, signals) => {
    expect(textSignals(texts(content, { subject: 'Q', company_name: 'G', user_name: 'K' }))).toEqual(signals)
  })
})

describe('a text that another brand has got', () => {
  const d1 = new SqliteD1()
  const env = { DB: d1.binding } as unknown as Env
  const visitor = (brandId: string) => ({ brandId, requestId: 'request' })
  const LONG = 'The same offer for every company that reads this.'
  const contents = { title: null, contents: null, file_ref_id: null, file_ref_id_homepage: null, staged: [] }

  test('is a signal to the second brand only, and not once it is destroyed', async () => {
    await writeRecord(env.DB, RECORD, { ...texts(LONG), ...contents }).run()
    expect(await repeatedSignal(env, visitor('partner-a'), { content: LONG })).toEqual(['repeated'])
    expect(await repeatedSignal(env, visitor('partner-a'), { content: `${LONG}!` })).toEqual([])
    expect(await repeatedSignal(env, visitor(RECORD.brandId), { content: LONG })).toEqual([])
    await writeRecord(env.DB, { ...RECORD, version: 2, state: 'destroyed' }, 'removed').run()
    expect(await repeatedSignal(env, visitor('partner-a'), { content: LONG })).toEqual([])
  })

  test('is looked for among the newest few that begin like it, however many there are', async () => {
    const beginning = LONG.repeat(2)
    const write = (n: number, text: string) =>
      writeRecord(env.DB, { ...RECORD, receipt: `r${n}`, acceptedAt: n }, { ...texts(text), ...contents }).run()
    await write(0, beginning)
    for (let n = 1; n < 20; n++) await write(n, `${beginning}${n}`)
    expect(await repeatedSignal(env, visitor('partner-a'), { content: beginning })).toEqual(['repeated'])
    await write(20, `${beginning}20`)
    const read = vi.spyOn(env.DB, 'prepare')
    expect(await repeatedSignal(env, visitor('partner-a'), { content: beginning })).toEqual([])
    const plan = JSON.stringify(d1.rows(`EXPLAIN QUERY PLAN ${read.mock.calls[0]?.[0]}`))
    expect(plan).toContain('USING INDEX inquiry_record_text')
    expect(plan).not.toContain('TEMP B-TREE')
  })

  test('is not waited for while the database is down or slow', async () => {
    d1.state = 'fails'
    expect(await repeatedSignal(env, visitor('partner-a'), { content: LONG })).toEqual([])
    d1.state = 'waits'
    expect(await repeatedSignal(env, visitor('partner-a'), { content: LONG })).toEqual([])
  })
})
