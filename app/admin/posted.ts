import type { Context } from 'hono'

/** What a form has sent so far. Every reader of a form writes into it, so that the page which says why a form failed shows it again. */
export interface Posted {
  texts: FormData
  /** Names of the fields in which files were chosen. */
  files: Set<string>
  /** Whether all of it has arrived: the button that was pressed comes last. */
  isWhole: boolean
}

export const emptyPosted = (): Posted => ({
  texts: new FormData(),
  files: new Set(),
  isWhole: false,
})

/** Reads a form without files. */
export async function readTexts<E extends { Variables: { posted: Posted } }>({
  req,
  var: { posted },
}: Context<E>): Promise<FormData> {
  for (const [name, value] of await req.raw.formData()) if (typeof value === 'string') posted.texts.append(name, value)
  posted.isWhole = true
  return posted.texts
}
