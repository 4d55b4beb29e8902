/**
 * The name of the item, from the merchant or from the page's address: anybody may have written it.
 */
import { turns } from './parse-plain.ts'

export const nameCharactersMax = 120

/** A name is read up to here: the page's address has space for a hundred thousand. */
const readLengthMax = 2_000

/** What ends a line or is no text: controls, separators of lines, and halves of characters. */
const noText = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu

/** What a cut leaves over: nothing follows any more that it could join. */
const halfJoined = /[\s\u200c\u200d]+$/u

/** Characters that count as letters and show nothing: fillers, joiners, the empty braille cell. */
const blank = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u

/** Makes one line of plain text, as it was written but for its direction; null where nothing visible is left. */
export function toPlainLine(text: string | null): string | null {
  const line = (text ?? '').replace(turns, '').replace(noText, ' ').trim()
  return blank.test(line) ? null : line
}

/** Makes one line of plain text, cut to `nameCharactersMax`; null where nothing visible is left. */
export function toItemName(text: string | null): string | null {
  const line = toPlainLine(text?.slice(0, readLengthMax) ?? null)
  if (line === null) return null
  const characters = Array.from(line)
  if (characters.length <= nameCharactersMax) return line
  return `${characters
    .slice(0, nameCharactersMax - 1)
    .join('')
    .replace(halfJoined, '')}…`
}
