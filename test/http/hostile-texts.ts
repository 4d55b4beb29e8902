/** Texts that mean something to somebody on their way: HTTP, NATS, Postgres, files, redirects. */

/** Stands in whatever the tests send, so that it can be looked for where it must not arrive. */
export const marker = 'hOsTiLe'

const controls = ['\r', '\n', '\0', '\t', '\u007f', ' ']
const injections = [
  `x 999\r\nPUB ${marker} 5\r\nHELLO\r\nSUB y`,
  `x\nPUB command.${marker} 1\nx`,
  `${marker}\r\nX`,
  `${marker}\r\n\r\nGET / HTTP/1.1`,
  `${marker}\r\nset-cookie: a=b`,
]
const signs = [
  '*',
  '>',
  '.',
  '%',
  '%%',
  '%0',
  '$JS.API.>',
  "'",
  '"',
  '\\',
  ';',
  '{',
  '[]',
  '__proto__',
]
const addresses = ['..', '../..', '/', `//${marker}.example`, `\\\\${marker}.example`, `@${marker}`]
const letters = ['é', '\u2028', '\u202e', '😀', '\ufeff', '١']
const sizes = ['a'.repeat(199), 'a'.repeat(10_000), '\r\n'.repeat(2_000), '9'.repeat(400), '-1']

const texts = [
  ...controls.flatMap((one) => [one, `${marker}${one}${marker}`]),
  ...injections,
].concat(
  signs.flatMap((one) => [one, `${marker}${one}`]),
  addresses,
  letters,
  sizes,
)

const encodeByte = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
/** Every byte, also those that would need no encoding. */
const encodeAll = (text: string) => [...Buffer.from(text)].map(encodeByte).join('')

const upperCased = (encoded: string) => encoded.toUpperCase()
const twice = (encoded: string) => encoded.replaceAll('%', '%25')

/** Bytes that are no UTF-8: overlong forms of LF and `/`, half of a pair, a lone start, `%u`. */
const malformed = [
  '%c0%8a',
  '%c0%af',
  '%ed%a0%80',
  '%ff',
  '%e2%82',
  '%u000a',
  '%',
  '%0',
  '%zz',
  '%x0a',
]

/** Texts as they may stand in the address of a well-formed request. */
export const hostileTexts: string[] = [
  ...new Set([
    ...texts.map(encodeURIComponent),
    ...[...controls, ...injections, '/', '*', '>', '__proto__'].flatMap((one) => [
      encodeAll(one),
      twice(encodeURIComponent(one)),
    ]),
    ...controls.map(encodeAll).map(upperCased),
    ...malformed.flatMap((one) => [one, `${marker}${one}`]),
    // HTTP lets these through as they are.
    ...signs.filter((one) => /^[\x21-\x7e]+$/.test(one)),
    'caf\u00e9',
  ]),
]

/** Only bytes on a bare socket can say these. */
export const hostileBytes: string[] = [...controls, ...injections]

/** One text in so many meets a parameter that an earlier route has shown all of them. */
const againEvery = 18

/** Deals out texts: each parameter meets the next one, and the first again after the last. */
export function dealing(texts: string[]): (name: string) => string[] {
  let dealt = 0
  return () => [texts[dealt++ % texts.length]!]
}

/**
 * Shares out texts: a parameter meets all of them at the first route that has it, and at each other one,
 * which reads it by the same schema, one in `againEvery`, beginning with another one.
 */
export function sharing(texts: string[]): (name: string) => string[] {
  const met = new Map<string, number>()
  return (name) => {
    const times = met.get(name) ?? 0
    met.set(name, times + 1)
    return times === 0 ? texts : texts.filter((_, place) => (place + times) % againEvery === 0)
  }
}
