import type { ComponentProps } from 'react'
import styles from './close-button.module.css'
import { Icon } from './icon'

interface CloseButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  size?: 'small' | 'large'
}

/** A cross. `type` is `button` by default. */
export function CloseButton({ label, size = 'large', type = 'button', ...rest }: CloseButtonProps) {
  return (
    <button type={type} className={`${styles.close} ${styles[size]}`} {...rest}>
      <Icon name="close" size={size === 'large' ? 24 : 16} />
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
