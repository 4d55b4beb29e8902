/**
 * CSV by RFC 4180, in UTF-8 without a byte order mark. A cell that a spreadsheet would take for a
 * formula begins with an apostrophe instead; numbers, negative ones too, stay numbers.
 */

/** A cell is made of one value; null and undefined leave it empty. */
export type Cell = string | number | boolean | null | undefined

const number = /^-?\d+(\.\d+)?$/
/** Their full-width forms too, which some spreadsheets read alike. */
const beginsFormula = /^[=+\-@\t\r＝＋－＠]/u
const needsQuotes = /[",\r\n]/

/** Writes one record with its line end. */
export const toRecord = (cells: readonly Cell[]): string => `${cells.map(toText).join(',')}\r\n`

function toText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const harmless = beginsFormula.test(text) && !number.test(text) ? `'${text}` : text
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
