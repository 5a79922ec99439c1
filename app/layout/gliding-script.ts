/**
 * Runs in the page's head (build/inline-scripts.ts): from the first click on, what a visitor asks for is scrolled to smoothly. Chromium would
 * also glide to the place that it restores after a reload.
 */
export default function glideAfterClick(): void {
  addEventListener('click', () => document.documentElement.toggleAttribute('data-glides', true), {
    capture: true,
    once: true,
  })
}
