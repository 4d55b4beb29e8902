/** The language of the page, and its announcements to screen readers. */
import { createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { localeOf } from '../messages/moments.ts'
import type { SharedTexts } from '../messages/shared/shared-texts.ts'
import { chooseLanguage, type Language, type TranslateOf } from '../messages/translate.ts'

/** `count` tells a text that is announced again from one that has not changed. */
export type Announcement = { text: string; count: number }

/** `English` holds the page's sentences, the shared ones included. */
export type Speech<English extends SharedTexts = SharedTexts> = {
  language: Language
  /** The locale in which dates are written. */
  locale: string
  say: TranslateOf<English>
  /** Announces to screen readers a change that sighted payers see. */
  announce: (text: string) => void
}

const SpeechContext = createContext<Speech | null>(null)

export const SpeechProvider = SpeechContext.Provider

/** The speech of any page, for parts that all pages share. */
export const useSpeech = (): Speech => useContext(SpeechContext)!

/** The same for the parts of one page, which knows what it has put into `SpeechProvider`. */
export const useSpeechOf = <English extends SharedTexts>(): Speech<English> =>
  useContext(SpeechContext) as unknown as Speech<English>

/**
 * Gives the page its language, the wanted one first and then the browser's, and writes it into the
 * document.
 */
export function useNewSpeech<English extends SharedTexts>(
  speak: (language: Language) => TranslateOf<English>,
  wanted: string | null,
): { speech: Speech; announcement: Announcement | null } {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  const speech = useMemo(() => {
    const language = chooseLanguage([wanted, ...navigator.languages])
    const locale = localeOf(language, navigator.languages)
    const announce = (text: string) =>
      setAnnouncement((last) => ({ text, count: (last?.count ?? 0) + 1 }))
    return { language, locale, say: speak(language) as unknown as Speech['say'], announce }
  }, [wanted])
  useEffect(() => void (document.documentElement.lang = speech.language), [speech.language])
  return { speech, announcement }
}
