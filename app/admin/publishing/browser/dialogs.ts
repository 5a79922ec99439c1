/**
 * Opens a dialog of the page and waits for its answer. Its buttons close it; Escape and 'cancel' mean no.
 * @returns the value of the button that closed it; null for no
 */
export function ask(dialog: HTMLDialogElement): Promise<string | null> {
  return new Promise((resolve) => {
    dialog.returnValue = ''
    dialog.addEventListener('close', () => resolve(dialog.returnValue || null), { once: true })
    dialog.showModal()
  })
}

/** A dialog of the page by its name. */
export const dialogOf = (name: string) => document.querySelector<HTMLDialogElement>(`dialog[data-dialog="${name}"]`)

export const inputOf = (dialog: HTMLDialogElement, name: string) =>
  dialog.querySelector<HTMLInputElement>(`[name="${name}"]`)!
