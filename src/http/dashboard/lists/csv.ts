/**
 * CSV by RFC 4180, in UTF-8. What a spreadsheet would take for the beginning of a formula has an apostrophe before it instead; numbers,
 * negative ones too, stay numbers, but for texts of people in a file for a spreadsheet. A spreadsheet cuts a row into cells by the separator of its reader's country, whatever quotes
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

/** Columns that hold the service's own amounts, moments, numbers and addresses, whatever the list. */
const ownColumn =
  /^(?!metadata)(?:.*(?:amount|at|date|from|until|number|sequence|address)|allowance)$/i
/** Spreadsheets know the months of their reader's language: here those of the pages. */
const months = [
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?',
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|junio|julio',
  'ago(?:sto)?|septiembre|octubre|noviembre|dic(?:iembre)?|янв(?:аря)?|фев(?:раля)?|мар(?:та)?',
  'апр(?:еля)?|мая|май|июн[яь]?|июл[яь]?|авг(?:уста)?|сен(?:тября)?|окт(?:ября)?|ноя(?:бря)?',
  'дек(?:абря)?',
].join('|')
const dated = new RegExp(
  `^\\s*(\\d{1,4}[\\s./-]*)?(${months})\\.?[\\s,./-]*\\d{0,4}([\\s,./-]+\\d{1,4})?\\s*$`,
  'iu',
)
const numeral = /^[\s$€£¥]*[-+(]?[\s$€£¥]*[\d.,][\d\s.,:/()%$€£¥-]*(e[-+]?\d+)?(\s?[ap]m?)?\s*$/i
/** Longer ones stay texts in every spreadsheet. */
const convertedCharactersMax = 255
/** A spreadsheet takes these for a number, a date or a time: it shows others, with fewer digits. */
const isConverted = (text: string): boolean =>
  text.length <= convertedCharactersMax &&
  /\d/.test(text) &&
  (numeral.test(text) || dated.test(text))

/** Says of each column whether it holds texts, which people want to see in a spreadsheet as they were written. */
export const textColumns = (names: readonly string[]): boolean[] =>
  names.map((name) => !ownColumn.test(name))

/** Writes one record with its line end; where `texts` says so, a text stays one that a spreadsheet would take for a number. */
export const toRecord = (cells: readonly Cell[], texts: readonly boolean[] = []): string =>
  `${cells.map((cell, at) => toText(cell, texts[at] === true && typeof cell === 'string')).join(',')}\r\n`

function toText(cell: Cell, staysText: boolean): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const isNumber = number.test(text) && !staysText
  const marked = isNumber ? text : text.replaceAll(beginsFormula, "$1'")
  const isTaken = beginsBlank.test(marked) || (staysText && marked === text && isConverted(text))
  const harmless = isTaken ? `'${marked}` : marked
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
