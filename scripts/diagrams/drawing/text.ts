/** Measures and wraps text without a browser, by the published widths of Helvetica and Arial. */

export const fontFamily = "Helvetica, Arial, 'Liberation Sans', sans-serif"

/** Thousandths of the font size, for groups of characters that are equally wide. */
const widths: [string, number][] = [
  ['ijl', 222],
  [" !,./:;I[]\\ft·'|", 278],
  ['()-r', 333],
  ['cksvxyzJ', 500],
  ['FTZ', 611],
  ['ABEKPSVXY&', 667],
  ['wCDHNRU', 722],
  ['GOQ', 778],
  ['mM', 833],
  ['%W', 944],
  ['@—…', 1015],
]
const otherWidth = 556
const widthOf = new Map(
  widths.flatMap(([characters, width]) => Array.from(characters, (one) => [one, width] as const)),
)
const boldFactor = 1.07
/** A machine without either font uses another, which may be so much wider. */
const standInFactor = 1.08

/** The width in pixels of one line. */
export function textWidth(text: string, fontSize: number, isBold = false): number {
  const widthsOfText = Array.from(text, (one) => widthOf.get(one) ?? otherWidth)
  const thousandths = widthsOfText.reduce((sum, width) => sum + width, 0)
  return (thousandths / 1000) * fontSize * standInFactor * (isBold ? boldFactor : 1)
}

/** Breaks a text between words so that no line is wider than `widthMax` pixels, where words allow. */
export function wrapText(text: string, fontSize: number, widthMax: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (line && textWidth(longer, fontSize) > widthMax) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line ? [...lines, line] : lines
}
