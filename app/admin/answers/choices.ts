import { filledAnswer } from '../../../functions/commands/saved-answers'
import { BOARD_GROUPS, BOARD_NAMES, BOARDS } from '../../../functions/contract/board'
import { languageOf } from '../../../functions/contract/languages'
import { textsOf, type Sent } from '../../../functions/contract/text-fields'
import { publicItems } from '../../../functions/database/board-item'
import { publicDownloads } from '../../../functions/database/download'
import { savedAnswers } from '../../../functions/database/saved-answer'
import type { Env } from '../../../functions/env'
import type { Inquiry } from '../../../functions/inquiries/read-inquiry'
import { answerLanguage } from '../../../functions/mail/answer-message'
import { shownBy } from '../../../functions/brand/hosts'
import type { Choices } from './answer-form'

type Storage = Pick<Env, 'DB'>

interface Link {
  id: string
  title: string
  path: string
}

/** What the brand of an inquiry shows, in the language of its visitor. */
async function linksFor({ DB }: Storage, inquiry: Inquiry): Promise<Link[]> {
  const locale = answerLanguage(inquiry)
  const links: Link[] = []
  for (const board of BOARD_NAMES)
    for (const row of (await publicItems(DB, BOARD_GROUPS[board], shownBy(inquiry.whiteLabel))) as ({
      board_uuid: string
    } & Sent<'subject*'>)[]) {
      const texts = textsOf('subject*', row)
      const path = `${BOARDS[board].address}/${row.board_uuid}?lng=${locale}`
      links.push({ id: `${board}/${row.board_uuid}`, title: texts[languageOf(texts, locale)], path })
    }
  return links
}

/** What an answer can begin with, link to and take along. */
export async function choicesFor(env: Storage, inquiry: Inquiry): Promise<Choices> {
  const locale = answerLanguage(inquiry)
  const [saved, links, documents] = await Promise.all([
    savedAnswers(env.DB, { id: inquiry.brand }),
    linksFor(env, inquiry),
    publicDownloads(env.DB, inquiry.whiteLabel),
  ])
  return {
    saved: saved.map(({ id, title }) => ({ id, title })),
    links: links.map(({ id, title }) => ({ id, title })),
    documents: documents.map((row) => {
      const { title, download_id, file_name } = row
      return { id: download_id, title: title[languageOf(title, locale)] || file_name }
    }),
  }
}

/** A saved answer, filled in, before what was typed. */
export async function withSaved(env: Storage, inquiry: Inquiry, id: string, text: string): Promise<string> {
  const saved = (await savedAnswers(env.DB, { id: inquiry.brand })).find((one) => one.id === id)
  if (!saved) return text
  const name = inquiry.fields?.user_name ?? ''
  const filled = filledAnswer(saved, answerLanguage(inquiry), { name, receipt: inquiry.receipt })
  return text.trim() === '' ? filled : `${filled}\n\n${text}`
}

/** A link to an entry, after what was typed. */
export async function withLink(env: Storage, inquiry: Inquiry, id: string, text: string): Promise<string> {
  const link = (await linksFor(env, inquiry)).find((one) => one.id === id)
  if (!link) return text
  const markdown = `[${link.title.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${link.path})`
  return text.trim() === '' ? markdown : `${text.trimEnd()}\n\n${markdown}`
}
