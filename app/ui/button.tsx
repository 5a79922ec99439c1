import type { ComponentProps } from 'react'
import styles from './button.module.css'

type ButtonLook = 'primary' | 'outline' | 'inverse' | 'inverseOutline'

/** Class names of a button, also for links that look like one. */
export function buttonClass(look: ButtonLook = 'primary', className = ''): string {
  return [styles.button, styles[look], className].filter(Boolean).join(' ')
}

/** A button. `type` is `button` by default. */
export function Button({
  look,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />
}
