import type { ComponentProps } from 'react'
import { buttonClass } from './button'
import styles from './file-input.module.css'

/**
 * The browser's control for files, with a button in the page's language, which is its only label: a group around both has its name.
 * @param choose words of the button
 */
export function FileInput({
  id,
  choose,
  className = '',
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { id: string; choose: string }) {
  return (
    <>
      <input type="file" id={id} className={`${styles.native} ${className}`} {...input} />
      <label htmlFor={id} className={buttonClass('outline', styles.button)}>
        {choose}
      </label>
    </>
  )
}
