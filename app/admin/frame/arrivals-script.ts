const ARRIVALS_EVERY_MS = 60_000

/**
 * Runs in the browser: says how many inquiries came since the page was made, and lets all rows be chosen at once. It asks for a number
 * alone, so that no look is logged, and only while somebody sees the page.
 */
export default function runLists(): void {
  const told = document.querySelector<HTMLElement>('[data-arrivals]')
  const link = told?.querySelector('a')
  const ask = async () => {
    if (!told || !link || document.hidden) return
    const answer = await fetch(`/api/admin/arrivals?since=${told.dataset.arrivals}`).catch(() => null)
    if (!answer?.ok) return
    const { data } = (await answer.json()) as { data: { n: number; more: boolean } }
    const text = data.n === 0 ? '' : (told.dataset.text ?? '').replace('#', `${data.n}${data.more ? '+' : ''}`)
    if (link.textContent !== text) link.textContent = text
    link.hidden = data.n === 0
  }
  setInterval(() => void ask(), ARRIVALS_EVERY_MS)
  document.addEventListener('visibilitychange', () => void ask())
  void ask()

  const all = document.querySelector<HTMLInputElement>('[data-choose-all] input')
  const line = all?.closest<HTMLElement>('[data-choose-all]')
  if (!all || !line) return
  const rows = [...document.querySelectorAll<HTMLInputElement>('input[name=receipt][type=checkbox]')]
  line.hidden = false
  all.addEventListener('change', () => {
    for (const row of rows) row.checked = all.checked
  })
  const follow = () => {
    const chosen = rows.filter(({ checked }) => checked).length
    all.checked = chosen > 0 && chosen === rows.length
    all.indeterminate = chosen > 0 && chosen < rows.length
  }
  for (const row of rows) row.addEventListener('change', follow)
  // A browser that goes back brings the rows as they were left.
  follow()
}
