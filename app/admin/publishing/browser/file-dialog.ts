import { ask, dialogOf, inputOf } from './dialogs'
import type { EntryForm } from './entry-form'
import { RefusedFile, upload } from './pictures'

/** A file that is part of the text now. */
export interface AddedFile {
  address: string
  isPicture: boolean
  /** What a picture shows, or the text of the link. */
  text: string
}

/**
 * Asks for the description of a file and sends it. A refusal is said beside the file, which stays chosen.
 * @param chosen dropped or pasted; without one the dialog asks for it
 * @returns null where it was not wanted after all
 */
export async function addFile(page: EntryForm, chosen?: File): Promise<AddedFile | null> {
  const dialog = dialogOf('file')
  if (!dialog) return null
  const [choice, text] = [inputOf(dialog, 'chosen'), inputOf(dialog, 'text')]
  const chooser = dialog.querySelector<HTMLElement>('[data-chooser]')
  const name = dialog.querySelector<HTMLElement>('[data-name]')
  const fault = dialog.querySelector<HTMLElement>('[data-fault]')
  choice.value = ''
  text.value = ''
  if (chooser) chooser.hidden = chosen !== undefined
  if (fault) fault.textContent = ''
  const file = () => chosen ?? choice.files?.[0]
  const showName = () => {
    const current = file()
    if (name) name.textContent = chosen ? chosen.name : ''
    // A picture says nothing to whoever cannot see it; a document has its name.
    text.required = current?.type.startsWith('image/') ?? false
  }
  choice.addEventListener('change', showName)
  showName()
  try {
    while ((await ask(dialog)) === 'add') {
      const current = file()
      if (!current) continue
      try {
        page.say('sending')
        const sent = await upload(current)
        page.say('')
        const isPicture = sent.media_type.startsWith('image/')
        return { address: sent.address, isPicture, text: text.value.trim() || sent.file_name }
      } catch (error) {
        page.say('')
        if (!(error instanceof RefusedFile)) throw error
        if (fault) fault.textContent = page.word(error.message)
      }
    }
    return null
  } finally {
    choice.removeEventListener('change', showName)
  }
}
