import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { brands } from '../brand/hosts.ts'
import { ANSWER_TEXT_MAX } from '../contract/conversation-limits.ts'
import { ALL_BRANDS, type Scope } from '../contract/scope.ts'
import { languageOf, type Locale } from '../contract/languages.ts'
import { eachField, textsOf } from '../contract/text-fields.ts'
import { typedText } from '../contract/typed-text.ts'
import {
  deleteSavedAnswer,
  insertSavedAnswer,
  SAVED_TEXTS,
  savedAnswers,
  updateSavedAnswer,
  type SavedAnswerFields,
} from '../database/saved-answer.ts'
import { ConflictError, InvalidBodyError } from '../errors.ts'
import { UNCHANGED } from '../calls/operator-call.ts'
import { command } from './define-command.ts'
import { narrowed, onSavedAnswer } from './permissions.ts'

/* What answers may begin with. */

const TITLE_MAX = 100
const NO_BRAND = 'There is no such brand.'

const text = typedText.pipe(z.string().max(ANSWER_TEXT_MAX)).default('')

export const savedAnswerFields = z
  .object({
    ...eachField('text*', () => text),
    title: z.string().trim().min(1, 'Give it a title.').max(TITLE_MAX),
    brand_id: z
      .string()
      .refine((id) => brands.some((brand) => brand.id === id), NO_BRAND)
      .nullable()
      .default(null),
  })
  .refine((sent) => SAVED_TEXTS.some((name) => sent[name].trim() !== ''), {
    path: ['text'],
    message: 'Write a text in at least one language.',
  }) satisfies z.ZodType<SavedAnswerFields>

/** An operator of one brand writes for that brand. */
function ofScope(scope: Scope, given: SavedAnswerFields): SavedAnswerFields {
  if (scope === ALL_BRANDS) return given
  if (given.brand_id !== null && given.brand_id !== scope.id)
    throw new InvalidBodyError([{ field: 'brand_id', message: NO_BRAND }])
  return { ...given, brand_id: scope.id }
}

/** Adds a saved answer. @throws ConflictError where the id stands for one with other contents */
export const addSavedAnswer = command({
  /** The id is chosen by the form, so that what is sent twice is one saved answer. */
  input: z.object({ id: z.uuid().default(() => uuid()), fields: savedAnswerFields }),
  permit: narrowed,
  log: ({ id }) => ({ action: 'add-saved-answer', subject: id }),
  async run({ env, actor, scope, now }, { id, fields: given }): Promise<{ id: string }> {
    const sent = ofScope(scope, given)
    if (!(await insertSavedAnswer(env.DB, id, sent, { by: actor, at: now.toISOString() }))) {
      const before = (await savedAnswers(env.DB, scope)).find((one) => one.id === id)
      const isSame =
        before && [...SAVED_TEXTS, 'title' as const, 'brand_id' as const].every((name) => before[name] === sent[name])
      if (!isSame) throw new ConflictError('A saved answer with other contents was added under this id.')
    }
    return { id }
  },
})

/** Changes a saved answer. @throws ConflictError where it was changed or deleted since it was read */
export const changeSavedAnswer = command({
  input: z.object({ id: z.uuid(), version: z.coerce.number().int().positive(), fields: savedAnswerFields }),
  permit: onSavedAnswer,
  log: ({ id }) => ({ action: 'change-saved-answer', subject: id }),
  async run({ env, actor, scope, now }, { id, version, fields: given }): Promise<void> {
    const done = await updateSavedAnswer(env.DB, { id, version }, ofScope(scope, given), {
      by: actor,
      at: now.toISOString(),
    })
    if (!done) throw new ConflictError('Somebody else has changed it since.')
  },
})

export const removeSavedAnswer = command({
  input: z.object({ id: z.uuid() }),
  permit: onSavedAnswer,
  log: ({ id }) => ({ action: 'delete-saved-answer', subject: id }),
  async run({ env }, { id }): Promise<void | typeof UNCHANGED> {
    if (!(await deleteSavedAnswer(env.DB, id))) return UNCHANGED
  },
})

/** What a saved answer says to a visitor, in his language where it has it: the name and the receipt are filled in. */
export function filledAnswer(
  saved: SavedAnswerFields,
  locale: Locale,
  { name, receipt }: { name: string; receipt: string },
): string {
  const texts = textsOf('text*', saved)
  const filled: Record<string, string> = { '{{name}}': asMarkdown(name), '{{receipt}}': receipt }
  return texts[languageOf(texts, locale)].replace(
    /\{\{(?:name|receipt)\}\}/g,
    (placeholder) => filled[placeholder] ?? '',
  )
}

/** One line as Markdown that says the same: no mark-up, no list, no address that becomes a link. */
const asMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>~&|:@]/g, '\\$&')
    .replace(/\bwww(?=\.)/gi, '$&\\')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^\d+(?=[.)])/, '$&\\')

/** What stands in a text to be filled in and would leave as it was typed: `{{name}}, {{receipt}}`; empty where nothing does. */
export const placeholdersIn = (text: string): string => [...new Set(text.match(/\{\{[^{}\n]{1,40}\}\}/g))].join(', ')
