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

/** Columns of the service's own moments. */
const momentColumn = /^(?:at|[a-z]+(?:[A-Z][a-z]+)*(?:At|Date|From|Until))$/
const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/

/** How the records of a file are written. */
export type Csv = {
  /** The names of the columns, as the first record has them. */
  head: string
  toRecord: (cells: readonly Cell[]) => string
}

/** A file for programs: what it holds is as the API has it. */
const forPrograms = (names: readonly string[]): Csv => ({
  head: toRecord(names),
  toRecord: (cells) => toRecord(cells),
})

/**
 * A file for a spreadsheet: texts are seen as they were written. Spreadsheets take no moment with a `T` and a `Z` for one, and know
 * no zones: there it is one of UTC to the second, as the name of its column says.
 */
function forSpreadsheet(names: readonly string[]): Csv {
  const areMoments = names.map((name) => momentColumn.test(name))
  const areTexts = names.map((name) => !ownColumn.test(name))
  const show = (cell: Cell, at: number): Cell =>
    areMoments[at] && typeof cell === 'string' ? cell.replace(moment, '$1 $2') : cell
  return {
    head: toRecord(names.map((name, at) => (areMoments[at] ? `${name} (UTC)` : name))),
    toRecord: (cells) => toRecord(cells.map(show), areTexts),
  }
}

export const csvOf = (names: readonly string[], isForSpreadsheet: boolean): Csv =>
  (isForSpreadsheet ? forSpreadsheet : forPrograms)(names)

/** Writes one record with its line end; where `areTexts` says so, a text stays one that a spreadsheet would take for a number. */
export const toRecord = (cells: readonly Cell[], areTexts: readonly boolean[] = []): string =>
  `${cells.map((cell, at) => toText(cell, areTexts[at] === true && typeof cell === 'string')).join(',')}\r\n`

function toText(cell: Cell, staysText: boolean): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const isNumber = number.test(text) && !staysText
  const marked = isNumber ? text : text.replaceAll(beginsFormula, "$1'")
  const isTaken = beginsBlank.test(marked) || (staysText && marked === text && isConverted(text))
  const harmless = isTaken ? `'${marked}` : marked
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
