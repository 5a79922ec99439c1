/**
 * Runs in the page's head (build/inline-scripts.ts): starts the fade of content that enters the window, whose scroll-driven animation ends then.
 * It plays once, because the attribute stays.
 */
export default function revealOnEntry(): void {
  document.documentElement.dataset.reveal = ''
  document.addEventListener('animationend', ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.threshold) target.dataset.revealed = ''
  })
}
