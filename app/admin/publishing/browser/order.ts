/** Lets a question be dragged to another place of its list. Letting go presses 'Move' of the row, which works without this script. */
export default function dragToOrder(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-order]')) {
    let dragged: HTMLElement | null = null
    const rows = () => [...list.querySelectorAll<HTMLElement>(':scope > li')]
    for (const row of rows()) row.draggable = true
    list.addEventListener('dragstart', (event) => {
      dragged = (event.target as Element).closest<HTMLElement>('li')
      event.dataTransfer?.setData('text/plain', dragged?.dataset.title ?? '')
      dragged?.classList.add('dragged')
    })
    list.addEventListener('dragover', (event) => {
      const over = (event.target as Element).closest<HTMLElement>('li')
      if (!dragged) return
      event.preventDefault()
      if (!over || over === dragged) return
      const { top, height } = over.getBoundingClientRect()
      list.insertBefore(dragged, event.clientY < top + height / 2 ? over : over.nextSibling)
    })
    list.addEventListener('drop', (event) => {
      event.preventDefault()
      const form = dragged?.querySelector('form')
      const place = form?.elements.namedItem('place') as HTMLSelectElement | null
      if (!dragged || !form || !place) return
      place.value = String(rows().indexOf(dragged) + 1)
      form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="move"]'))
      dragged = null
    })
    list.addEventListener('dragend', () => {
      // Let go outside of the list: as it was.
      if (dragged) location.reload()
    })
  }
}
