import 'react'

/* The platform's invoker commands, which React passes on as they are but does not type yet. */
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close'
    commandfor?: string
  }
}
