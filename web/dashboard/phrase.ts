/** Sentences of the dashboard with something in them: counts are grouped from ten thousand on. */

const counts = new Intl.NumberFormat('en', { useGrouping: 'min2' })
const plural = new Intl.PluralRules('en')

type Word = string | number | undefined

/** Writes a sentence as a template. What stands in it and ends with a full stop ends the sentence, too. */
export function phrase(texts: TemplateStringsArray, ...words: Word[]): string {
  return texts.reduce((written, text, index) => {
    const word = words[index - 1] ?? ''
    const value = typeof word === 'number' ? counts.format(word) : word
    return written + value + (value.endsWith('.') ? text.replace(/^\./, '') : text)
  })
}

/** Writes one sentence for one thing and another for several, with the number where `{count}` stands. */
export const counted = (count: number, one: string, other: string): string =>
  (plural.select(count) === 'one' ? one : other).replace('{count}', counts.format(count))
