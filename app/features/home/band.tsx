import type { ReactNode } from 'react'
import { Container } from '../../ui/container'
import styles from './band.module.css'

/** Sections of the home page; each heading bears its section's id with `-title`. */
export type BandId = 'challenges' | 'pains' | 'service' | 'features' | 'partners' | 'banner' | 'inquiry' | 'shortcuts'

export const headingId = (id: BandId) => `${id}-title`

/** One section in full width on its ground; its content stands in the page's column. */
export function Band({
  id,
  ground = 'plain',
  children,
}: {
  id: BandId
  ground?: 'plain' | 'quiet' | 'soft' | 'deep'
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={headingId(id)} className={styles.band} data-ground={ground}>
      <Container>{children}</Container>
    </section>
  )
}
