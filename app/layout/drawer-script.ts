/** Id of the menu on phones. */
export const DRAWER_ID = 'drawer'

/**
 * Runs in the page's head (build/inline-scripts.ts): closes the open drawer where the window grows to the width that has none, such as a
 * phone that is turned. A hidden modal dialog would leave the page inert.
 */
export default function closeDrawerWhenWide(): void {
  matchMedia('(min-width: 768px)').addEventListener('change', ({ matches }) => {
    const drawer = document.getElementById(DRAWER_ID)
    if (matches && drawer instanceof HTMLDialogElement) drawer.close()
  })
}
