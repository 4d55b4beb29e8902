/**
 * Reads a query string strictly: every key and value must be valid percent-encoded
 * UTF-8. `name[]` is read as `name`, and `name[0]` too, because some clients send lists that way.
 */
import { badRequest } from '../../shared/problems.ts'
import { isStorable } from './storable-text.ts'

/** All values of each key, in the order they came. */
export type QueryValues = Record<string, string[]>

/** Reads what follows the `?` of a request target, which `request-bounds.ts` has bounded; throws a `BadRequest`. */
export function readQuery(target: string): QueryValues {
  const start = target.indexOf('?')
  const values: Map<string, string[]> = new Map()
  for (const pair of start < 0 ? [] : target.slice(start + 1).split('&')) {
    if (pair === '') continue
    const middle = pair.indexOf('=')
    const key = decode(middle < 0 ? pair : pair.slice(0, middle)).replace(/\[\d{0,3}\]$/, '')
    const value = middle < 0 ? '' : decode(pair.slice(middle + 1))
    const known = values.get(key)
    if (known) known.push(value)
    else values.set(key, [value])
  }
  return Object.fromEntries(values)
}

function decode(text: string): string {
  const decoded = decodePercents(text.replaceAll('+', ' '))
  if (decoded !== null && isStorable(decoded)) return decoded
  const why = decoded === null ? 'is not percent-encoded UTF-8 text' : 'holds a NUL character'
  throw badRequest([{ path: 'query', message: `'${text.slice(0, 100)}' ${why}` }])
}

/** Decodes percent-encoded UTF-8; null where it is not that. */
export function decodePercents(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
