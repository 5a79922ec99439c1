/** Made by texts-plugin.ts. */
declare module 'virtual:catalogue/*' {
  export const texts: Partial<import('./catalogue').Catalogue>
}
