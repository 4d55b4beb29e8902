/**
 * CSV by RFC 4180, in UTF-8. What a spreadsheet would take for the beginning of a formula has an apostrophe before it instead; numbers,
 * negative ones too, stay numbers. A spreadsheet cuts a row into cells by the separator of its reader's country, whatever quotes
 * stand around them: a formula may begin after every `;`, tab and line end of a text, also behind blanks and quotes.
 */

/** A cell is made of one value; null and undefined leave it empty. */
export type Cell = string | number | boolean | null | undefined

/** By this a spreadsheet knows that a file is UTF-8; a program takes it for a part of the first name. */
export const byteOrderMark = '\uFEFF'

const number = /^-?\d+(\.\d+)?$/
/** Their full-width forms too, which some spreadsheets read alike. */
const beginsFormula = /(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/gu
/** Nor does a cell begin with what a spreadsheet cuts at, or leaves out. */
const beginsBlank = /^[\t\r\n]/
const needsQuotes = /[",;\t\r\n]/

/** Writes one record with its line end. */
export const toRecord = (cells: readonly Cell[]): string => `${cells.map(toText).join(',')}\r\n`

function toText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const marked = number.test(text) ? text : text.replaceAll(beginsFormula, "$1'")
  const harmless = beginsBlank.test(marked) ? `'${marked}` : marked
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
