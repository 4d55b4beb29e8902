/**
 * The place in a list as clients carry it: opaque, taken from `page.next` and given back as `after`, or from
 * `page.previous` as `before`. It is marked with what it was a place in.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { badRequest } from '../../shared/problems.ts'
import type { ListPosition } from '../../store/lists/places.ts'
import { isStorable } from '../requests/storable-text.ts'
import { refuse } from '../schemas/refuse.ts'
import { singleParameter } from '../schemas/query.ts'

/** A place, and the mark of the list that it is in. */
export type MarkedPlace = ListPosition & { mark: string }

const cursorLengthMax = 700
const markLength = 8
const placePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([\w-]{8}) (.{1,300})$/u

export const toCursor = ({ at, id }: ListPosition, mark: string): string =>
  Buffer.from(`${at} ${mark} ${id}`, 'utf8').toString('base64url')

/** A mark that lists, owners and filters share with themselves alone. */
export const markOf = (...listed: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(listed)).digest('base64url').slice(0, markLength)

/** Throws where the place is one of another list, or of this one under another filter, merchant or network. */
export function requireOwnPlace(path: string, place: MarkedPlace | undefined, mark: string): void {
  if (!place || place.mark === mark) return
  const message =
    'is a place in another list, or under another filter, merchant or network; leave it out to begin at the first page'
  throw badRequest([{ path, message }])
}

const placeParameter = (asked: string, description: string) =>
  singleParameter(z.string().max(cursorLengthMax))
    .transform((text, context): MarkedPlace => {
      const read = Buffer.from(text, 'base64url').toString('utf8')
      const [, at = '', mark = '', id = ''] = placePattern.exec(read) ?? []
      if (id !== '' && isStorable(read) && !Number.isNaN(Date.parse(at))) return { at, id, mark }
      return refuse(context, `is not a place in this list; send ${asked}`)
    })
    .optional()
    .meta({ type: 'string', description })

export const afterParameter = placeParameter(
  '`page.next` of the page before',
  '`page.next` of the page before: what comes after it, however far into the list, and with nothing ' +
    'twice and nothing left out while the list grows. It holds for the same filter',
)

export const beforeParameter = placeParameter(
  '`page.previous` of the page behind',
  '`page.previous` of the page behind: what comes just before it, in the order of the list',
)
