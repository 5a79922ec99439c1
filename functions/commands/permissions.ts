import { brandIdOfLabel, scopeOf } from '../brand/hosts.ts'
import type { BoardName } from '../contract/board.ts'
import { ALL_BRANDS, brandIdOf } from '../contract/scope.ts'
import { ownerOfDownload } from '../database/download.ts'
import { entryAccess } from '../database/entry-scope.ts'
import { readRequest } from '../database/person-request.ts'
import { brandOfInquiry } from '../database/inquiry-row.ts'
import { ownerOfSavedAnswer } from '../database/saved-answer.ts'
import { ForbiddenError, NotFoundError } from '../errors.ts'
import type { Permission } from './define-command.ts'

/*
 * For whom a command is (decision 067): each command names one of these. What is another brand's is not there for an operator of one brand;
 * what all brands show is there to be read, and refused to be changed.
 */

const refusal = () => new ForbiddenError('This is for operators of all brands.')

/** For operators of all brands only: what it does concerns the whole site. */
export const forAllBrands: Permission<unknown> = async ({ scope }) => {
  if (scope !== ALL_BRANDS) throw refusal()
  return null
}

/** For everybody: whatever its function reads and writes takes `call.scope`. */
export const narrowed: Permission<unknown> = async ({ scope }) => brandIdOf(scope)

/** On one brand. */
export const onBrand: Permission<{ brand: string }> = async ({ scope }, { brand }) => {
  const isOwn = scope === ALL_BRANDS || scope.id === brand
  if (!isOwn || !scopeOf(brand)) throw new NotFoundError('There is no such brand.')
  return brand
}

/** On what a person has asked for. */
export const onRequest: Permission<{ id: string }> = async ({ env, scope }, { id }) => {
  const brandId = (await readRequest(env.DB, id))?.brand_id ?? null
  if (scope !== ALL_BRANDS && brandId !== scope.id) throw new NotFoundError('There is no such request.')
  return brandId
}

/** On one inquiry. */
export const onInquiry: Permission<{ receipt: string }> = async ({ env, scope }, { receipt }) => {
  const brandId = await brandOfInquiry(env.DB, receipt)
  if (scope !== ALL_BRANDS && brandId !== scope.id) throw new NotFoundError('There is no such inquiry.')
  return brandId
}

/** On one entry of a board. */
export const onEntry: Permission<{ board: BoardName; id: string }> = async ({ env, scope, now }, { board, id }) => {
  const { access, whiteLabel } = await entryAccess(env.DB, scope, board, id, now)
  if (scope === ALL_BRANDS) return brandIdOfLabel(whiteLabel)
  if (access === 'none') throw new NotFoundError('There is no such entry.')
  if (access === 'readable') throw refusal()
  return scope.id
}

/** On one document of the data page. */
export const onDownload: Permission<{ id: string }> = async ({ env, scope }, { id }) => {
  const owner = await ownerOfDownload(env.DB, id)
  if (scope === ALL_BRANDS) return brandIdOfLabel(owner?.white_label ?? null)
  if (owner?.white_label === scope.whiteLabel) return scope.id
  throw owner?.white_label === null && owner.withdrawn_at === null
    ? refusal()
    : new NotFoundError('There is no such document.')
}

/** On one saved answer. */
export const onSavedAnswer: Permission<{ id: string }> = async ({ env, scope }, { id }) => {
  const owner = await ownerOfSavedAnswer(env.DB, id)
  if (scope === ALL_BRANDS) return owner?.brand_id ?? null
  if (owner?.brand_id === scope.id) return scope.id
  throw owner?.brand_id === null ? refusal() : new NotFoundError('There is no such saved answer.')
}
