/** The language that the page speaks, and its voice for those who hear the page. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Language, speak, type Translate } from './messages/translate.ts'

/** `count` tells a text that is said again from one that is still the same. */
export type Announcement = { text: string; count: number }

export type Speech = {
  language: Language
  /** How dates are written. */
  locale: string
  say: Translate
  /** Tells screen readers what a look at the page would have told, when they come to it. */
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
