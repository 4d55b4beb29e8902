/** No text of anybody is a formula in a spreadsheet, whatever separates the cells in its reader's country. */
import { describe, expect, test } from 'vitest'
import { csvOf, toRecord } from '../../src/http/dashboard/lists/csv.ts'
import { readCsv } from '../support/csv.ts'

const hostile = [
  'too dear;=WEBSERVICE(A1);+cmd|calc!A0',
  'shop;=1+1;@SUM(1)',
  'a;"=1+1"',
  'a;""=1+1',
  "a;'=1+1",
  'a; =1+1',
  'a;\u00a0=1+1',
  'a;＝1+1',
  'a\t=1+1',
  'a\n=1+1',
  'a\r\n=1+1',
  'a\r=1+1',
  '=1+1',
  ' =1+1',
  '" =1+1',
  '＝1+1',
  '－1+1',
  '\r=1',
  'a;;;=1',
  'a;-1;b',
]
const signs = /^[\s"]*[=+\-@＝＋－＠]/u

/** Cuts a record as spreadsheets do: quotes count where a cell begins with one, and nowhere else. */
function cut(record: string, separator: string): string[] {
  const cells: string[] = []
  let rest = record
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"?([^]*)$/.exec(rest)
    const ends = new RegExp(`[${separator}\\r\\n]`)
    const text = quoted ? quoted[1]!.replaceAll('""', '"') : ''
    const after = quoted ? quoted[2]! : rest
    const end = after.search(ends)
    cells.push(text + (end < 0 ? after : after.slice(0, end)))
    rest = end < 0 ? '' : after.slice(end + 1)
  }
  return cells
}

test.each(hostile)('%j begins no cell with a formula', (text) => {
  for (const cells of [[text], ['id', text, 'last'], ['', text, text]])
    for (const separator of [',', ';', '\t'])
      expect(cut(toRecord(cells), separator).filter((cell) => signs.test(cell))).toEqual([])
})

test.each([
  ['-12.50', '-12.50'],
  ['0', '0'],
  ['a-b; c+d @e', 'a-b; c+d @e'],
  ['Zoë, "Café"', 'Zoë, "Café"'],
  ['{"a":"b;c"}', '{"a":"b;c"}'],
  ["it's", "it's"],
])('%j stays as it is', (text, cell) => {
  const [row] = readCsv(toRecord(['name']) + toRecord([text]))
  expect(row).toEqual({ name: cell })
})

test('a text of blanks takes no longer than its length', () => {
  const text = `${' '.repeat(50_000)}${';'.repeat(50_000)}${'\t\n'.repeat(50_000)}`
  const before = process.cpuUsage()
  toRecord([text])
  expect(process.cpuUsage(before).user).toBeLessThan(200_000)
})

describe('in a file for a spreadsheet', () => {
  const marked = (name: string, cell: string | number) =>
    csvOf([name], true).toRecord([cell]).trimEnd().replaceAll('"', '')

  const taken =
    '12345678901234567890|00123|1-2|1E5|1.5e+10|25.5|-1|+49123|3/4|5%|1,000|(5)|$5|10:30|1:30 PM|2026-12-01|' +
    '1.2.26| 7|1 000|MAR1|SEPT2|1-Mar|Dec 5, 2026|5 мая|dic-12'
  test.each(taken.split('|'))('the text %j of a person stays as it was written', (text) => {
    for (const name of ['customerId', 'description', 'metadata', 'metadata.amount'])
      expect(marked(name, text)).toBe(`'${text}`)
  })

  test.each([
    'cust-1',
    'order 5',
    'user12',
    '0xd8dA6045',
    'March',
    'martin5',
    'decor12',
    'Marie',
    'v1.2',
    '',
    '{"a":1}',
    '-',
    '1st',
  ])('the text %j has no need of a mark', (text) =>
    expect(toRecord([text], [true])).toBe(toRecord([text])),
  )

  test.each([
    ['amount', '25.5'],
    ['paidAmount', '-12.50'],
    ['allowance', '0'],
    ['chargeDate', '2026-12-01'],
    ['attempts', 3],
    ['metadata.order', 17],
  ])('the column %s keeps %j as a value of its own', (name, cell) =>
    expect(marked(name, cell)).toBe(String(cell)),
  )

  test.each(['at', 'createdAt', 'chargeDate', 'startFrom', 'withdrawUntil', 'lastAttemptAt'])(
    'the moment of %s is one of UTC that every spreadsheet reads',
    (name) => {
      const { head } = csvOf([name], true)
      expect([head, marked(name, '2026-12-01T09:30:05.123Z')]).toEqual([
        `${name} (UTC)\r\n`,
        '2026-12-01 09:30:05',
      ])
    },
  )

  test.each(['from', 'metadata', 'metadata.paidAt', 'seenAmount'])('%s is no moment', (name) =>
    expect(csvOf([name], true).head).toBe(`${name}\r\n`),
  )

  test('programs read what the API says', () => {
    const { head, toRecord: write } = csvOf(['customerId', 'createdAt'], false)
    expect(head + write(['00123', '2026-12-01T09:30:05.123Z'])).toBe(
      'customerId,createdAt\r\n00123,2026-12-01T09:30:05.123Z\r\n',
    )
  })
})
