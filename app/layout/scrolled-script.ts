/**
 * Runs in the page's head (build/inline-scripts.ts): marks the page while it is scrolled, for the header's colour (header.module.css) in
 * browsers without scroll timelines. There, without scripts, the header keeps its colour.
 */
export default function markScrolled(): void {
  const mark = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > 0)
  addEventListener('scroll', mark, { passive: true })
}
