import { beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../functions/calls/operator-call.ts'
import { ALL_BRANDS } from '../../../functions/contract/scope.ts'
import { itemsInOrder } from '../../../functions/database/board-item.ts'
import { listDownloads } from '../../../functions/database/download.ts'
import { listCategories } from '../../../functions/database/sub-category.ts'
import { moveCategory } from '../../../functions/publishing/categories.ts'
import { moveDownload } from '../../../functions/publishing/downloads.ts'
import { moveEntry } from '../../../functions/publishing/move-entry.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { pdf } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

/* Two people who move something at the same moment: one has read the order, and the other one writes his before it is written. */

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})

type Env = Call['env']
const callWith = (DB: D1Database): Call => ({
  env: { ...(served.site.env as unknown as Env), DB },
  actor: 'local',
  scope: ALL_BRANDS,
  now: new Date(),
})

/** The database of somebody who has read what he writes, once, before `others` have written. */
function overtakenBy(others: () => Promise<unknown>): D1Database {
  const db = served.site.env.DB as D1Database
  let isFirst = true
  return new Proxy(db, {
    get(target, name) {
      if (name === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          if (isFirst) {
            isFirst = false
            await others()
          }
          return db.batch(statements)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const DB = () => served.site.env.DB as D1Database
const questions = async () => (await itemsInOrder(DB(), ALL_BRANDS, 'faq')).map(({ board_uuid }) => board_uuid)
const categories = async () =>
  (await listCategories(DB(), ALL_BRANDS, 'faq')).map(({ sub_category_id }) => sub_category_id)
const documents = async () => (await listDownloads(DB(), ALL_BRANDS)).map(({ download_id }) => download_id)

async function addQuestion(subject: string): Promise<void> {
  const text = { sub_category_id: 'all:f-usage', subject, contents: '답' }
  const draft = await operator.ask<{ board_uuid: string; basis: string }>('POST', '/api/admin/faq', text)
  await operator.ask('POST', `/api/admin/faq/${draft.board_uuid}`, { action: 'publish', basis: draft.basis })
}
const addCategory = (name: string) =>
  operator.ask('POST', '/api/admin/categories', {
    board: 'faq',
    sub_category_name: name,
    sub_category_en_name: `${name} in English`,
  })
async function addDocument(title: string): Promise<void> {
  const answer = await operator.post('/api/admin/files', { file: pdf(`${title}.pdf`, 300) })
  const { data } = (await answer.json()) as { data: { file_key: string } }
  await operator.ask('POST', '/api/admin/downloads', { file_key: data.file_key, title })
}

test.each([
  {
    of: 'questions',
    list: questions,
    add: addQuestion,
    move: (call: Call, id: string) => moveEntry(call, { board: 'faq', id, up: true, among: 'all' }),
  },
  {
    of: 'categories',
    list: categories,
    add: addCategory,
    move: (call: Call, id: string) => moveCategory(call, { id, up: true }),
  },
  {
    of: 'documents',
    list: documents,
    add: addDocument,
    move: (call: Call, id: string) => moveDownload(call, { id, up: true }),
  },
])('of two moves of $of at the same moment neither is undone', async ({ list, add, move }) => {
  for (const title of ['하나', '둘', '셋']) await add(title)
  const before = await list()
  const [first = '', second = '', third = '', ...more] = before
  await move(callWith(overtakenBy(() => move(callWith(DB()), second))), third)
  // The third one rises above what stands above it then.
  expect(await list()).toEqual([second, third, first, ...more])
})
