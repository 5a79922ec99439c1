import { createIsomorphicFn } from '@tanstack/react-start'
import { still } from '../legal/static-html/static-html'
import './still-styles'
import * as parts from './parts'

const load = () => import('./parts')

const { Story, InquiryWords, Shortcuts } = createIsomorphicFn()
  .server((): Partial<typeof parts> => parts)
  .client((): Partial<typeof parts> => ({}))()

export const StillStory = still(Story, async () => (await load()).Story)
export const StillInquiryWords = still(InquiryWords, async () => (await load()).InquiryWords)
export const StillShortcuts = still(Shortcuts, async () => (await load()).Shortcuts)

/** Brings all of them before the app itself walks to the home page, so that it appears at once. */
export const loadHome = createIsomorphicFn()
  .server(async () => {})
  .client(async () => {
    await load()
  })
