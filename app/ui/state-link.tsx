import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type AnchorProps = ComponentProps<'a'> & { current?: 'page' | 'true' | undefined }

/** A router link with its own `aria-current`, because the router's compares only addresses. */
export const StateLink = createLink(({ current, ...props }: AnchorProps) => <a {...props} aria-current={current} />)
