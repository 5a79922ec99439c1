import styles from './footprint-ring.module.css'

/** Stages of a footprint, from raw material to transport. */
export const STAGES = ['raw', 'parts', 'making', 'moving'] as const

/** Invented shares of the ring as [start, length] in per cent. */
const ARCS = { raw: [0, 43], parts: [44.5, 24], making: [70, 19], moving: [90.5, 8] } as const

/** A product inside the ring of its footprint's stages. */
export function FootprintRing() {
  return (
    <svg viewBox="10 10 140 140" className={styles.ring} role="presentation">
      {STAGES.map((stage) => (
        <circle
          key={stage}
          cx="80"
          cy="80"
          r="60"
          pathLength="100"
          className={styles[stage]}
          strokeDasharray={`${ARCS[stage][1]} 100`}
          strokeDashoffset={-ARCS[stage][0]}
          transform="rotate(-90 80 80)"
        />
      ))}
      <path className={styles.top} d="M80 53l24 13-24 13-24-13z" />
      <path className={styles.left} d="M54 70l24 13v27l-24-13z" />
      <path className={styles.right} d="M106 70L82 83v27l24-13z" />
    </svg>
  )
}
