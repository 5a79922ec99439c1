import styles from './pain-points.module.css'

/** Small drawings of disorder, one for each pain point: scattered replies, copied sheets, a lost source, missing pieces. */
const SKETCHES = {
  request: ['M8 20l16-6 5 14-16 6z', 'M34 8h17v13H34zM34 8l8.5 7L51 8', 'M38 34l15 4-4 15-15-4z'],
  format: ['M8 10h18v24H8zM12 17h10M12 23h10M12 29h6', 'M22 24h18v24H22z', 'M36 14h18v24H36zM40 21h10M40 27h10M40 33h6'],
  evidence: ['M12 32h10M28 32h4', 'M44 44a12 12 0 1 0 0-24 12 12 0 0 0 0 24z', 'M41 29.5a3 3 0 1 1 4.3 2.7c-.9.4-1.3 1-1.3 2M44 37.5v.1'],
  change: ['M10 10h18v18H10zM34 10h18v18H34z', 'M10 34h18v18H10z', 'M37 34h3M46 34h3M52 37v3M52 46v3M49 52h-3M40 52h-3M34 49v-3M34 40v-3'],
} as const

export function PainSketch({ pair }: { pair: keyof typeof SKETCHES }) {
  return (
    <svg className={styles.sketch} viewBox="0 0 62 62" aria-hidden="true">
      {SKETCHES[pair].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
