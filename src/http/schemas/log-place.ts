/**
 * A place in the event log, as clients name it: by a log number, by the event that stands there, or by a moment.
 * Reading begins behind it.
 */
import { z } from 'zod'
import { idPattern } from '../../shared/ids.ts'
import type { LogPlace } from '../../store/views/event-places.ts'
import { showValue } from '../requests/shown-value.ts'
import { hintForMoment, MomentWithOffset } from './moment.ts'
import { singleParameter } from './query.ts'
import { refuse } from './refuse.ts'

const logNumberMax = 2_147_483_647

const forms = 'a log number such as 42, an event id, or a moment such as 2026-01-31T12:00:00Z'

const described = {
  anyOf: [{ type: 'integer', minimum: 0, maximum: logNumberMax }, { type: 'string' }],
  examples: [42, '1ChG2Tpo5QeqnqwdKHjpiQ', '2026-01-31T12:00:00Z'],
}

/** Reads a place from JSON, where a log number is a number. */
export const logPlaceField = (description: string) =>
  z
    .union([z.string(), z.number()], { error: `must be ${forms}` })
    .transform(readPlace)
    .meta({ ...described, description })

/** Reads a place from a query string, where everything is text. */
export const logPlaceParameter = (description: string) =>
  singleParameter(z.string())
    .transform(readPlace)
    .meta({ ...described, description })

function readPlace(given: string | number, context: z.RefinementCtx): LogPlace {
  const text = String(given)
  if (/^[0-9]{1,15}$/.test(text)) return readNumber(Number(text), context)
  if (idPattern.test(text)) return { eventId: text }
  const moment = MomentWithOffset.safeParse(text)
  if (moment.success) return { moment: moment.data }
  return refuse(context, `must be ${forms}; it is ${showValue(text)}${hintForMoment(text)}`)
}

const readNumber = (logNumber: number, context: z.RefinementCtx): LogPlace =>
  logNumber <= logNumberMax
    ? { logNumber }
    : refuse(context, `must be at most ${logNumberMax}; it is ${logNumber}`)
