/** The place in a list as clients carry it: opaque, taken from `page.next` and given back as `after`, or from `page.previous` as `before`. */
import { z } from 'zod'
import type { Place } from '../../../store/lists/list.ts'
import { isStorable } from '../../requests/storable-text.ts'
import { refuse } from '../../schemas/refuse.ts'
import { singleParameter } from '../../schemas/query.ts'

const cursorLengthMax = 600
const placePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (.{1,300})$/u

export const toCursor = ({ at, id }: Place): string =>
  Buffer.from(`${at} ${id}`, 'utf8').toString('base64url')

const placeParameter = (asked: string, description: string) =>
  singleParameter(z.string().max(cursorLengthMax))
    .transform((text, context): Place => {
      const read = Buffer.from(text, 'base64url').toString('utf8')
      const [, at = '', id = ''] = placePattern.exec(read) ?? []
      if (id !== '' && isStorable(read) && !Number.isNaN(Date.parse(at))) return { at, id }
      return refuse(context, `is not a place in this list; send ${asked}`)
    })
    .optional()
    .meta({ type: 'string', description })

export const afterParameter = placeParameter(
  '`page.next` of the page before',
  '`page.next` of the page before: what comes after it, however far into the list, and with nothing ' +
    'twice and nothing left out while the list grows',
)

export const beforeParameter = placeParameter(
  '`page.previous` of the page behind',
  '`page.previous` of the page behind: what comes just before it, in the order of the list',
)
