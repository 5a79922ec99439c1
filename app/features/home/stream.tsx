import styles from './stream.module.css'

const WIDE_SOURCES = [9, 29.5, 50, 70.5, 91]
const TALL_SOURCES = [16.5, 50, 83.5]
const wide = (y: number) => `M0 ${y}C58 ${y} 42 50 100 50`
const tall = (x: number) => `M${x} 0C${x} 62 50 38 50 100`

/** Lines that stretch with their box, side by side on a wide page and downwards on a narrow one; drops run along them. */
function Lines({ className, paths }: { className: string | undefined; paths: string[] }) {
  return (
    <svg className={className} viewBox="0 0 100 100" preserveAspectRatio="none">
      {paths.map((path) => (
        <path key={path} className={styles.line} d={path} />
      ))}
      {paths.map((path) => (
        <path key={path} className={styles.drops} d={path} />
      ))}
    </svg>
  )
}

/** From many suppliers to one product. */
export function GatherStream() {
  return (
    <div className={styles.stream}>
      <Lines className={styles.wide} paths={WIDE_SOURCES.map(wide)} />
      <Lines className={styles.tall} paths={TALL_SOURCES.map(tall)} />
    </div>
  )
}

/** From the product across the border. */
export function BorderStream({ label }: { label: string }) {
  return (
    <div className={styles.stream}>
      <Lines className={styles.wide} paths={[wide(50)]} />
      <Lines className={styles.tall} paths={[tall(50)]} />
      <span className={styles.border}>
        <span>{label}</span>
      </span>
    </div>
  )
}
