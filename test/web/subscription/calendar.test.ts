import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCalendar } from '../../../web/subscription/calendar.ts'
import { nextCharges } from '../../../web/subscription/next-charges.ts'
import { contractAddress, running, terms } from './terms.ts'

const charges = nextCharges(terms, running, 2)
const wordsOf = (summary: string) => ({
  calendarName: 'Fernweh Maps',
  summaryOf: () => summary,
  description: 'Stop it at any time.',
})
const written = (summary: string, at = 1_777_900_000) =>
  toCalendar(contractAddress, charges, wordsOf(summary), at)
const unfold = (file: string) => file.replaceAll('\r\n ', '')

test('the calendar names each charge, its moment in UTC and an event that never changes its name', () => {
  const uid = contractAddress.toLowerCase()
  expect(unfold(written('10 USDC')).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mandate//Next charges//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Fernweh Maps',
    ...[
      ['20260603T101112Z', 2],
      ['20260704T101112Z', 3],
    ].flatMap(([moment, period]) => [
      'BEGIN:VEVENT',
      `UID:${uid}-${period}@mandate`,
      'DTSTAMP:20260504T130640Z',
      `DTSTART:${moment}`,
      'SUMMARY:10 USDC',
      'DESCRIPTION:Stop it at any time.',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ])
})

test('no line is longer than 75 bytes, whatever it says, and nothing of it is lost', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(text, (summary) => {
      const file = written(summary)
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const found = /SUMMARY:(.*?)\r\nDESCRIPTION/s.exec(unfold(file))![1]!
      const read = found.replaceAll(/\\([\\;,n])/g, (_, escaped: string) =>
        escaped === 'n' ? '\n' : escaped,
      )
      expect(read).toBe(summary.replaceAll(/\r\n|\r/g, '\n'))
    }),
  )
})
