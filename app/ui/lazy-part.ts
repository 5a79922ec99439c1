import { lazy, type ComponentType } from 'react'

/**
 * A part of a page whose code is loaded when it is first shown. It is shown inside of `Suspense`.
 * @param otherwise shown where the code cannot be loaded; the page does without the part
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props> = () => null,
) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: otherwise }),
    ),
  )
