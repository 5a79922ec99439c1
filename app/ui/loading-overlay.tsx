import styles from './loading-overlay.module.css'

/** Replaces the content while it loads. `label` is for screen readers. */
export function LoadingOverlay({ label }: { label: string }) {
  return (
    <div className={styles.overlay} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
