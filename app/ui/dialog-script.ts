/**
 * Runs in the page's head (build/inline-scripts.ts): the invoker commands `show-modal` and `close` for browsers without
 * `command` and `commandfor`.
 */
export default function runDialogCommands(): void {
  if ('command' in HTMLButtonElement.prototype) return
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[commandfor]') : null
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!button || !(dialog instanceof HTMLDialogElement)) return
    event.preventDefault()
    if (button.getAttribute('command') !== 'show-modal') dialog.close()
    else if (!dialog.open) dialog.showModal()
  })
}
