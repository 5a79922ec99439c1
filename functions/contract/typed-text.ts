import { z } from 'zod'

/** A text as an operator types it: a line end is one character, as in Markdown; what no database and no page can hold is replaced. */
export const typedText = z
  .string()
  .transform((value) => value.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed())
