/** The name of what is bought, from the page's address: anybody may have written it. */
export const nameCharactersMax = 120

/** Characters that are not seen but change how the rest is read: controls, and turns of direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu

/** Makes one line of plain text of it, cut to `nameCharactersMax`; null where nothing is left. */
export function toItemName(text: string | null): string | null {
  const line = (text ?? '').replace(invisible, ' ').replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length === 0) return null
  if (characters.length <= nameCharactersMax) return line
  return `${characters
    .slice(0, nameCharactersMax - 1)
    .join('')
    .trimEnd()}…`
}
