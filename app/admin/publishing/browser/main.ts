import { writeAnswer } from '../../answers/browser/write-answer'
import { saveByItself } from './autosave'
import { EntryForm } from './entry-form'
import { showPreviews } from './live-preview'
import { writeRichText } from './rich-text'

/** What an operator's browser does where a text is written, an entry or an answer (decision 032). Without it there is a plain form. */
export default function runEditor(): void {
  const answer = document.querySelector<HTMLFormElement>('form[data-draft]')
  if (answer) writeAnswer(answer)
  const form = document.querySelector<HTMLFormElement>('form[data-editor]')
  if (!form) return
  const page = new EntryForm(form)
  saveByItself(page)
  showPreviews(page)
  if (!page.isChoice) writeRichText(page)
}
