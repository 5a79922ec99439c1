import type { Plugin } from 'vite'

/**
 * Keeps a style sheet that is imported without its class names. The still parts of a page (still.tsx) have their styles in the page,
 * their code not; Vite would drop such a sheet together with its unused names.
 */
export function stillStyles(): Plugin {
  return {
    name: 'still-styles',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) =>
      id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
  }
}
