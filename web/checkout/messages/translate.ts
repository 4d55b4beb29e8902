/**
 * Turns a key into a sentence. The compiler checks the keys and the words in braces. Amounts are
 * inserted unchanged, because a localised decimal cannot be pasted into a wallet.
 */
import { english } from './english.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

type PluralForms = { other: string } & { [Form in Intl.LDMLPluralRule]?: string }
type English = typeof english
type Key = keyof English

/** A language: the same keys, each with a sentence, or with its plural forms. */
export type Catalogue = { [K in Key]: English[K] extends string ? string : PluralForms }

type TextOf<Message> = Message extends string
  ? Message
  : Message extends { other: infer T }
    ? T
    : never
type WordsIn<Text> = Text extends `${string}{${infer Word}}${infer Rest}`
  ? Word | WordsIn<Rest>
  : never
type Words<K extends Key> = { [Word in WordsIn<TextOf<English[K]>>]: string | number }

/** Writes the sentence of a key; `count` chooses the plural form. */
export type Translate = <K extends Key>(
  key: K,
  ...words: [WordsIn<TextOf<English[K]>>] extends [never] ? [] : [Words<K>]
) => string

export const catalogues = { en: english, es: spanish, ru: russian } satisfies Record<
  string,
  Catalogue
>
export type Language = keyof typeof catalogues

/**
 * Chooses the first wanted language that the page has; English where it has none. `es-MX` finds
 * `es`.
 */
export function chooseLanguage(wanted: readonly (string | null)[]): Language {
  const bases = wanted.map((tag) => tag?.toLowerCase().split('-')[0] ?? '')
  return bases.find((base): base is Language => Object.hasOwn(catalogues, base)) ?? 'en'
}

export function speak(language: Language): Translate {
  const catalogue: Catalogue = catalogues[language]
  const plural = new Intl.PluralRules(language)
  return (key, ...[words]) => {
    const values: Record<string, string | number> = words ?? {}
    const message: string | PluralForms = catalogue[key]
    const text =
      typeof message === 'string'
        ? message
        : (message[plural.select(Number(values.count))] ?? message.other)
    return text.replace(/\{(\w+)\}/g, (_, word: string) => String(values[word] ?? ''))
  }
}
