import type { RequestKind } from '../contract/person.ts'
import { brandIdOf, type Scope } from '../contract/scope.ts'

/** What a person has asked for, without his address. */
export interface PersonRequest {
  id: string
  brand_id: string
  kind: RequestKind
  /** Days in Seoul, `YYYY-MM-DD`. */
  asked_on: string
  due_on: string
}

export type NotedRequest = PersonRequest & { email: string }

/** The same address asks a brand for one thing a day: what is noted again is the same request. */
const SAME = 'brand_id = ?1 AND kind = ?2 AND asked_on = ?3 AND email = ?4'

/** Notes a request, unless the same one is there. @returns the id of the one that is there then */
export async function insertRequest(
  db: D1Database,
  { id, brand_id, kind, asked_on, due_on, email }: NotedRequest,
): Promise<string> {
  const what = [brand_id, kind, asked_on, email]
  const [, there] = await db.batch<{ id: string }>([
    db
      .prepare(
        `INSERT INTO person_request (brand_id, kind, asked_on, email, id, due_on)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM person_request WHERE ${SAME})`,
      )
      .bind(...what, id, due_on),
    db.prepare(`SELECT id FROM person_request WHERE ${SAME}`).bind(...what),
  ])
  return there?.results[0]?.id ?? id
}

/** Deletes a request that is answered, with its address. @returns whether there was one */
export async function deleteRequest(db: D1Database, id: string): Promise<boolean> {
  return (await db.prepare('DELETE FROM person_request WHERE id = ? RETURNING id').bind(id).first()) !== null
}

/** Requests that nobody has answered, those that are due first. */
export async function openRequests(db: D1Database, scope: Scope): Promise<PersonRequest[]> {
  const { results } = await db
    .prepare(
      'SELECT id, brand_id, kind, asked_on, due_on FROM person_request WHERE ?1 IS NULL OR brand_id = ?1 ORDER BY due_on, id LIMIT 200',
    )
    .bind(brandIdOf(scope))
    .all<PersonRequest>()
  return results
}

/** One request with its address; null where there is none. */
export const readRequest = (db: D1Database, id: string): Promise<NotedRequest | null> =>
  db
    .prepare('SELECT id, brand_id, kind, asked_on, due_on, email FROM person_request WHERE id = ?')
    .bind(id)
    .first<NotedRequest>()
