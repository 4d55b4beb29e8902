/** What is bought, in the words of the merchant or of the page's address: anybody may have written it. */
export const nameCharactersMax = 120

/** Characters that are not seen but change how the rest is read: controls, and turns of direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu

/** Letters, to the letter, but of nothing that is seen: fillers, joiners, the empty braille cell. */
const blank = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u

/** Makes one line of plain text of it; null where nothing is left to see. */
export function toPlainLine(text: string | null): string | null {
  const line = (text ?? '').replace(invisible, ' ').replace(/\s+/g, ' ').trim()
  return blank.test(line) ? null : line
}

/** Makes one line of plain text of it, cut to `nameCharactersMax`; null where nothing is left. */
export function toItemName(text: string | null): string | null {
  const line = toPlainLine(text)
  if (line === null) return null
  const characters = Array.from(line)
  if (characters.length <= nameCharactersMax) return line
  return `${characters
    .slice(0, nameCharactersMax - 1)
    .join('')
    .trimEnd()}…`
}
