/**
 * Runs in the head of the maintenance page (build/inline-scripts.ts): shows the time that is left, and loads the page that was asked for once the site is open again. Without it the
 * answer's `Refresh` header does that at the announced end.
 */
export default function countDown(): void {
  const ASK_MS = 30_000
  addEventListener('DOMContentLoaded', () => {
    const place = document.querySelector<HTMLElement>('[data-until]')
    if (!place) return
    const until = Date.parse(place.dataset.until ?? '')
    const pattern = place.dataset.left ?? ''
    const twoDigits = (value: number) => String(value).padStart(2, '0')
    const show = () => {
      const seconds = Math.max(0, Math.round((until - Date.now()) / 1000))
      const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':')
      place.textContent = pattern.replace('%', time)
      place.hidden = false
    }
    show()
    setInterval(show, 1000)
    if (location.pathname === '/maintenance') return
    const ask = () =>
      void fetch(location.href, { method: 'HEAD', cache: 'no-store' })
        .then(({ status }) => {
          if (status !== 503) location.reload()
        })
        .catch(() => undefined)
    setInterval(ask, ASK_MS)
    setTimeout(ask, Math.max(0, until - Date.now()) + 1000)
  })
}
