/**
 * Runs in the head of the maintenance page (build/inline-scripts.ts): loads the page that was asked for once the site is open again, also before
 * the announced end. Without it the answer's `Refresh` header does that at the end.
 */
export default function returnToPage(): void {
  const ASK_MS = 30_000
  if (location.pathname === '/maintenance') return
  const ask = () =>
    void fetch(location.href, { method: 'HEAD', cache: 'no-store' })
      .then(({ status }) => {
        if (status !== 503) location.reload()
      })
      .catch(() => undefined)
  setInterval(ask, ASK_MS)
}
