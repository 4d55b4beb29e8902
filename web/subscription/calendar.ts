/**
 * The next charges as a calendar file (RFC 5545). The names of its events never change, so that a
 * calendar which takes the file again moves what it has instead of doubling it.
 */
import type { Address } from 'viem'
import type { NextCharge } from './next-charges.ts'

export type CalendarWords = {
  calendarName: string
  /** The event of one charge, such as "10 USDC to Fernweh Maps". */
  summaryOf: (charge: NextCharge) => string
  description: string
}

const lineBytesMax = 75

/** Writes the file; `writtenAt` is Unix seconds. */
export function toCalendar(
  contractAddress: Address,
  charges: readonly NextCharge[],
  { calendarName, summaryOf, description }: CalendarWords,
  writtenAt: number,
): string {
  const events = charges.flatMap((charge) => [
    'BEGIN:VEVENT',
    `UID:${contractAddress.toLowerCase()}-${charge.period}@mandate`,
    `DTSTAMP:${toMoment(writtenAt)}`,
    `DTSTART:${toMoment(charge.dueAt)}`,
    `SUMMARY:${escape(summaryOf(charge))}`,
    `DESCRIPTION:${escape(description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mandate//Next charges//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escape(calendarName)}`,
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** Writes a moment in UTC: `20260503T101112Z`. */
const toMoment = (unixSeconds: number): string =>
  new Date(unixSeconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escape = (text: string): string =>
  text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')

/** Breaks a line after at most 75 bytes, between characters; what follows begins with a space. */
function fold(line: string): string {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length
  const folded: string[] = []
  let piece = ''
  for (const character of line) {
    if (bytesOf(piece + character) > lineBytesMax) {
      folded.push(piece)
      piece = ' '
    }
    piece += character
  }
  return [...folded, piece].join('\r\n')
}
