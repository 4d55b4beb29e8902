/**
 * Moments within sentences. A sentence of the service carries them as data, written as every moment of the API: each
 * page shows them its own way.
 */
const moment = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/

/** Splits a sentence into its texts and, at every odd place, its moments. */
export const splitAtMoments = (sentence: string): string[] =>
  sentence.split(new RegExp(`(${moment.source})`))

/** Writes the moments of a sentence for its readers. */
export const writeMoments = (sentence: string, write: (iso: string) => string): string =>
  splitAtMoments(sentence)
    .map((part, place) => (place % 2 === 1 ? write(part) : part))
    .join('')
