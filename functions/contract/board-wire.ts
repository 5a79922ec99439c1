import type { BoardDetail, BoardItem, BoardText, SubCategory } from './board.ts'
import { LOCALES, type Locale, type Texts } from './languages.ts'
import { CATEGORY_NAME, fieldName, fieldsWith, textsOf, type FieldOf, type Sent } from './text-fields.ts'

// Boards as both wires have them, upstream and our own API (docs/specification.md#7, docs/contract.md#9), and back.

type Subject = 'subject*'
type Contents = 'contents*'
type Category = typeof CATEGORY_NAME
export type WireCategory = Pick<SubCategory, 'sub_category_id'> & Record<FieldOf<Category>, string>
export type WireItem = Omit<BoardItem, 'subject' | 'category'> & Sent<Subject> & Sent<Category>
export type WireDetail = Omit<BoardDetail, 'subject' | 'contents' | 'category'> &
  Sent<Subject> &
  Sent<Contents> &
  Sent<Category>

/** The first language, whose fields have the plain name: all that an upstream sends which does not keep languages apart. */
const PLAIN = LOCALES[0]

/** A text of an entry. Where it has a field of no other language, its language is not known. */
export function boardTextOf<P extends Subject | Contents>(pattern: P, sent: Sent<P>): BoardText {
  const isNamed = (locale: Locale) => locale !== PLAIN && (sent[fieldName<P, Locale>(pattern, locale)] ?? null) !== null
  return LOCALES.some(isNamed) ? textsOf(pattern, sent) : (sent[fieldName<P, Locale>(pattern, PLAIN)] ?? '')
}

const fieldsOfText = <P extends Subject | Contents>(pattern: P, text: BoardText) =>
  typeof text === 'string' ? { [pattern.replace('*', '')]: text } : fieldsWith(pattern, text)
const categoryFields = (texts: Texts) => fieldsWith(CATEGORY_NAME, texts)

/** What rows and details have. */
const headOf = (sent: Omit<WireItem, 'board_uuid' | 'is_priority'>) => ({
  subject: boardTextOf('subject*', sent),
  category: textsOf(CATEGORY_NAME, sent),
  create_date: sent.create_date,
  update_date: sent.update_date,
})

export const itemOfWire = (sent: WireItem): BoardItem => ({
  board_uuid: sent.board_uuid,
  ...headOf(sent),
  is_priority: sent.is_priority,
})

export const wireOfItem = ({ subject, category, ...rest }: BoardItem): WireItem => ({
  ...rest,
  ...fieldsOfText('subject*', subject),
  ...categoryFields(category),
})

export const detailOfWire = (sent: WireDetail): BoardDetail => ({
  ...headOf(sent),
  contents: boardTextOf('contents*', sent),
})

export const wireOfDetail = ({ subject, contents, category, ...rest }: BoardDetail): WireDetail => ({
  ...rest,
  ...fieldsOfText('subject*', subject),
  ...fieldsOfText('contents*', contents),
  ...categoryFields(category),
})

export const categoryOfWire = (sent: WireCategory): SubCategory => ({
  sub_category_id: sent.sub_category_id,
  name: textsOf(CATEGORY_NAME, sent),
})

export const wireOfCategory = ({ sub_category_id, name }: SubCategory): WireCategory => ({
  sub_category_id,
  ...categoryFields(name),
})
