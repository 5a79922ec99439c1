import { Fragment, type ReactNode } from 'react'
import { Container } from '../../../ui/container'
import styles from './section.module.css'

type SectionId =
  | 'challenges'
  | 'pains'
  | 'service'
  | 'features'
  | 'proof'
  | 'partners'
  | 'banner'
  | 'inquiry'
  | 'shortcuts'

/** Id of a section's heading, which names the section for assistive technology. */
export const headingId = (id: SectionId) => `${id}-title`

/** A section across the window's whole width, its content in the page's column. */
export function Section({
  id,
  ground = 'plain',
  children,
}: {
  id: SectionId
  ground?: 'plain' | 'quiet' | 'soft' | 'deep'
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={headingId(id)} className={styles.section} data-ground={ground}>
      <Container>{children}</Container>
    </section>
  )
}

/** A section's heading in two lines, so that no language breaks it in mid-phrase. */
export function TwoLineTitle({ id, lines }: { id: SectionId; lines: [string, string] }) {
  return (
    <h2 id={headingId(id)} className={styles.title}>
      <span>{lines[0]}</span> <span>{lines[1]}</span>
    </h2>
  )
}

/** A text that names the brand. The name never breaks, not even at its hyphen. */
export function BrandedText({ name, children }: { name: string; children: string }) {
  return children.split(name).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <span className={styles.brandName}>{name}</span>}
      {part}
    </Fragment>
  ))
}
