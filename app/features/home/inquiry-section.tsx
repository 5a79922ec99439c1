import type { ReactNode } from 'react'
import type { PageBrand } from '../../brand/schema'
import styles from './inquiry-section.module.css'
import { StillInquiryWords } from './still-parts'

/** The embedded sales inquiry. The form comes from the route: features know nothing of each other. */
export function InquirySection({ company, children }: { company: PageBrand['company']; children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <StillInquiryWords company={company} />
      <div className={styles.form}>{children}</div>
    </div>
  )
}
