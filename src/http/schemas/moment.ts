/** A moment as clients send it: ISO 8601 with its offset from UTC, seconds or not, and the forms of it that libraries write. */
import { z } from 'zod'
import { showValue } from '../requests/shown-value.ts'
import { refuse } from './refuse.ts'

const example = '2027-01-31T12:00:00Z'
const RealMoment = z.iso.datetime({ offset: true })
/** By UTC. Beyond these years, moments have more digits or a sign, which the database does not read. */
const years = { first: 1, last: 9999 }
/** No form of a moment is longer; what is, is not looked at any closer, which for a whole body would take seconds. */
const lengthMax = 64

/** Reads a moment; the 30th of February is refused, and what is wrong with a form is said. */
export const MomentWithOffset = z
  .string({
    error: ({ input }) => (input === undefined ? 'is required' : faultOf(showValue(input))),
  })
  .transform((text, context) => {
    const moment = text.length > lengthMax ? '' : toUsualForm(text)
    if (!RealMoment.safeParse(moment).success)
      return refuse(context, faultOf(showValue(text), hintForMoment(text.trim())))
    const read = new Date(moment)
    if (read.getUTCFullYear() >= years.first && read.getUTCFullYear() <= years.last) return read
    const range = `by UTC, in the years ${years.first} to ${years.last}`
    return refuse(
      context,
      `must be a moment, ${range}, such as ${example}; it is ${showValue(text)}`,
    )
  })
  .meta({ type: 'string', format: 'date-time' })

const faultOf = (shown: string, hint = '') =>
  `must be a real moment in ISO 8601 with an offset, such as ${example}; it is ${shown}${hint}`

/** Says what is missing from the forms that other libraries write; empty where nothing is known. */
export function hintForMoment(text: string): string {
  if (text.length > lengthMax) return ''
  if (/[T ].* \d\d(:?\d\d)?$/.test(text)) return ': in an address the + of an offset is written %2B'
  if (/^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text))
    return ': its offset is missing; end it with Z for UTC'
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `: its time is missing, such as T12:00:00Z`
  return ''
}

const separated = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?$/
const basic = /^(\d{4})(\d\d)(\d\d)[T ](\d\d)(\d\d)(\d\d(?:\.\d+)?)?$/

/**
 * ISO 8601 leaves the seconds out where they are zero, and all signs between the parts in its basic form; the offsets `+0000` (PHP, Ruby,
 * `%z`) and `+00` (PostgreSQL) name what `+00:00` does; RFC 3339 writes `t` and `z`, and a space for the T. None can mean two moments.
 */
function toUsualForm(text: string): string {
  const [, when = '', sign = '', hours = '', minutes = '00'] =
    /^(.+?)(?:Z| ?([+-])(\d\d)(?::?(\d\d))?)$/.exec(text.toUpperCase()) ?? []
  const parts = separated.exec(when) ?? basic.exec(when)
  if (!parts) return text
  const [, year, month, day, hour, minute, second = '00'] = parts
  const offset = sign === '' ? 'Z' : `${sign}${hours}:${minutes}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}
