/**
 * Reads headers as they came. Node keeps the first of two `Authorization` headers and
 * joins others with commas; a request that says something twice is refused instead.
 */
import { badRequest } from '../../shared/problems.ts'

/** Returns the header's value, or null where it is missing; throws where it comes twice. */
export function readHeader(rawHeaders: string[], name: string): string | null {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name,
  )
  if (values.length > 1) throw badRequest([{ path: name, message: 'comes more than once' }])
  return values[0] ?? null
}
