import type { Locator, Page } from 'playwright-core'
import { PNG } from '../../support/sample-files.ts'

/** The first editor of a page by its label, and not the field whose place it takes once its script is there. */
export const editorOf = (page: Page, name: string): Locator =>
  page.locator('[contenteditable]').and(page.getByRole('textbox', { name })).first()

/** Writes a table into a text: with the editor's grid, or as Markdown. */
export async function writeTable(part: Locator, [head, cell]: [string, string], javaScript: boolean) {
  if (!javaScript) return part.getByLabel('Text', { exact: true }).fill(`| ${head} |\n| --- |\n| ${cell} |\n`)
  await part.getByRole('button', { name: 'Table', exact: true }).click()
  for (const button of ['Delete column', 'Delete column', 'Delete row'])
    await part.getByRole('button', { name: button }).click()
  await part.page().keyboard.type(head)
  await part.page().keyboard.press('ArrowDown')
  await part.page().keyboard.type(cell)
}

/** Puts a picture into a text: at the cursor, or at the end. */
export async function addPicture(page: Page, part: Locator, javaScript: boolean) {
  const picture = { name: 'picture.png', mimeType: 'image/png', buffer: PNG }
  if (javaScript) {
    await part.getByRole('textbox', { name: 'Text' }).press('Control+End')
    await part.getByRole('button', { name: 'Picture or file' }).click()
  }
  const place = javaScript ? page.getByRole('dialog', { name: 'Picture or file' }) : page.locator('[data-files]')
  await place.getByLabel('Choose file', { exact: true }).setInputFiles(picture)
  await page.getByLabel('Description').first().fill('A red dot')
  if (!javaScript) await page.locator('#into').selectOption('English')
  await page.getByRole('button', { name: 'Add to the text' }).first().click()
}
