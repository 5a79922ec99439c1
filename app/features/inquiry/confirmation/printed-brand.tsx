import styles from './printed-brand.module.css'

/** Whose page it is, on paper: the header is not printed. How to reach the brand stands in the footer, which is. */
export const PrintedBrand = ({ name }: { name: string }) => <p className={styles.brand}>{name}</p>
