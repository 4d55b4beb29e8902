/** The language of the page, and its announcements to screen readers. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Language, speak, type Translate } from './messages/translate.ts'

/** `count` tells a text that is announced again from one that has not changed. */
export type Announcement = { text: string; count: number }

export type Speech = {
  language: Language
  /** The locale in which dates are written. */
  locale: string
  say: Translate
  /** Announces to screen readers a change that sighted payers see. */
  announce: (text: string) => void
}

const SpeechContext = createContext<Speech>({
  language: 'en',
  locale: 'en',
  say: speak('en'),
  announce: () => undefined,
})

export const SpeechProvider = SpeechContext.Provider
export const useSpeech = (): Speech => useContext(SpeechContext)
