import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type AnchorProps = ComponentProps<'a'> & { current?: 'page' | 'true' | undefined }

/** A router link that says itself whether it is the current one; the router's own guess knows only addresses. */
export const StateLink = createLink(({ current, ...props }: AnchorProps) => <a {...props} aria-current={current} />)
