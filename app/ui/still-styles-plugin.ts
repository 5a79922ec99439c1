import type { Plugin } from 'vite'

/**
 * Keeps a style sheet that is imported without its class names. The still parts of a page (still.tsx) have their styles in the page,
 * their code not; Vite would drop such a sheet together with its unused names.
 */
export function stillStyles(): Plugin {
  return {
    name: 'still-styles',
    enforce: 'post',
    transform: (code, id) => (/\.module\.css$/.test(id) ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null),
  }
}
