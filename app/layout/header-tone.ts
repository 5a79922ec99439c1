export type HeaderTone = 'primary' | 'soft' | 'white'

const isUnder = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** Header colour by route: primary at home, light neutral on support, white otherwise (spec 2). */
export function headerTone(path: string): HeaderTone {
  if (path === '/') return 'primary'
  return isUnder(path, '/support') ? 'soft' : 'white'
}

/** Colour of the space under the header: light neutral on support, white on legal routes, primary otherwise (spec 2). */
export function fillerTone(path: string): HeaderTone {
  if (isUnder(path, '/support')) return 'soft'
  return isUnder(path, '/privacy-policy') || isUnder(path, '/terms-of-service') ? 'white' : 'primary'
}
