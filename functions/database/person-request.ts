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

/** Notes a request; one of the same id exists once. @returns false where there is one already */
export async function insertRequest(
  db: D1Database,
  { id, brand_id, kind, asked_on, due_on, email }: NotedRequest,
): Promise<boolean> {
  const inserted = await db
    .prepare(
      `INSERT INTO person_request (id, brand_id, kind, asked_on, due_on, email) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING RETURNING id`,
    )
    .bind(id, brand_id, kind, asked_on, due_on, email)
    .first()
  return inserted !== null
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
