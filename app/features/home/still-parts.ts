import { createIsomorphicFn } from '@tanstack/react-start'
import { still } from '../../ui/still'
import './still-styles'
import { InquiryWords } from './inquiry-words'
import { Shortcuts } from './shortcuts'
import { Story } from './story'

const loadStory = async () => (await import('./story')).Story
const loadWords = async () => (await import('./inquiry-words')).InquiryWords
const loadShortcuts = async () => (await import('./shortcuts')).Shortcuts

const onServer = createIsomorphicFn()
  .server(() => ({ Story, InquiryWords, Shortcuts }))
  .client(() => ({ Story: undefined, InquiryWords: undefined, Shortcuts: undefined }))()

export const StillStory = still(onServer.Story, loadStory)
export const StillInquiryWords = still(onServer.InquiryWords, loadWords)
export const StillShortcuts = still(onServer.Shortcuts, loadShortcuts)

/** Brings all of them before the app itself walks to the home page, so that it appears at once. */
export const loadHome = createIsomorphicFn()
  .server(async () => {})
  .client(async () => {
    await Promise.all([loadStory(), loadWords(), loadShortcuts()])
  })
