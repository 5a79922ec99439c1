import { richText } from '../../publishing/browser/rich-text'
import { saveDraft } from './save-draft'

/** What an operator's browser does with the form of an answer. Without it the form has a Markdown field. */
export function writeAnswer(form: HTMLFormElement): void {
  const area = form.querySelector('textarea')
  if (!area) return
  saveDraft(form, area)
  richText({
    area,
    bar: form.querySelector<HTMLElement>(`[data-tools="${area.id}"]`),
    label: form.querySelector<HTMLLabelElement>(`label[for="${area.id}"]`),
    picture: (_, alt) => Object.assign(document.createElement('span'), { textContent: alt }),
    // A mail has no pictures in its text: what is pasted or dropped is sent along.
    addFile: async (file) => {
      const chooser = form.querySelector<HTMLInputElement>('input[type="file"]')
      if (!chooser || !file) return null
      const chosen = new DataTransfer()
      for (const one of [...(chooser.files ?? []), file]) chosen.items.add(one)
      chooser.files = chosen.files
      return null
    },
  })
}
