/**
 * Turns a key into a sentence. Every page has its own catalogue, so that it loads no other page's
 * texts; the compiler checks the keys and the words in braces. Amounts are inserted unchanged,
 * because a localised decimal cannot be pasted into a wallet. Counts are grouped from ten thousand on.
 */
type PluralForms = { readonly other: string } & {
  readonly [Form in Intl.LDMLPluralRule]?: string
}
type Texts = { readonly [key: string]: string | PluralForms }

const languages = ['en', 'es', 'ru'] as const
export type Language = (typeof languages)[number]

/** Each in itself: who does not read the page finds his own. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  ru: 'Русский',
}

/** A language: the same keys as English, each with a sentence, or with its plural forms. */
export type CatalogueOf<English extends Texts> = {
  readonly [K in keyof English]: English[K] extends string ? string : PluralForms
}

/** A page's sentences, the shared ones included, in every language. */
export type Catalogues<English extends Texts> = Record<
  Exclude<Language, 'en'>,
  CatalogueOf<English>
> & { en: English }

/** The same, each language in a file that is loaded by itself. */
export type CatalogueLoaders<English extends Texts> = Record<
  Language,
  () => Promise<{ texts: CatalogueOf<English> }>
>

type TextOf<Message> = Message extends string
  ? Message
  : Message extends { other: infer T }
    ? T
    : never
type WordsIn<Text> = Text extends `${string}{${infer Word}}${infer Rest}`
  ? Word | WordsIn<Rest>
  : never
type Words<Message> = { [Word in WordsIn<TextOf<Message>>]: string | number }

/** Writes the sentence of a key; `count` chooses the plural form. */
export type TranslateOf<English extends Texts> = <K extends keyof English>(
  key: K,
  ...words: [WordsIn<TextOf<English[K]>>] extends [never] ? [] : [Words<English[K]>]
) => string

/**
 * Chooses the first wanted language that the pages have; English where there is none. `es-MX` finds
 * `es`.
 */
export function chooseLanguage(wanted: readonly (string | null)[]): Language {
  const bases = wanted.map((tag) => tag?.toLowerCase().split('-')[0] ?? '')
  return bases.flatMap((base) => languages.filter((language) => language === base))[0] ?? 'en'
}

export const speakFrom = <English extends Texts>(
  catalogues: Catalogues<English>,
  language: Language,
): TranslateOf<English> => speakIn<English>(catalogues[language], language)

/** Speaks one language by its own catalogue. */
export function speakIn<English extends Texts>(
  catalogue: Texts,
  language: Language,
): TranslateOf<English> {
  const plural = new Intl.PluralRules(language)
  const counts = new Intl.NumberFormat(language, { useGrouping: 'min2' })
  return (key, ...[words]) => {
    const values: Record<string, string | number> = words ?? {}
    const message = catalogue[String(key)] ?? ''
    const text =
      typeof message === 'string'
        ? message
        : (message[plural.select(Number(values['count']))] ?? message.other)
    // A Russian date ends with a full stop of its own: it ends the sentence, too.
    return text.replace(/\{(\w+)\}(\.?)/g, (_, word: string, stop: string) => {
      const given = values[word] ?? ''
      const value = typeof given === 'number' ? counts.format(given) : given
      return value.endsWith('.') ? value : value + stop
    })
  }
}
