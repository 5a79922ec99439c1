import { saveByItself } from './autosave'
import { EntryForm } from './entry-form'
import { showPreviews } from './preview'
import { writeRichText } from './rich-text'

/** What an operator's browser does on the page of an entry (decision 060). Without it the page is a plain form. */
export default function runEditor(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-editor]')
  if (!form) return
  const page = new EntryForm(form)
  saveByItself(page)
  showPreviews(page)
  if (!page.isChoice) writeRichText(page)
}
