/**
 * Reads a JSON body from the bytes that came. Only what Postgres can store gets
 * through: valid UTF-8, no NUL, no half of a surrogate pair.
 */
import { badRequest, Problem } from '../../shared/problems.ts'
import { faultOfJson } from './json-text.ts'
import { isStorable } from './storable-text.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Checks that a body calls itself JSON; without a type it is taken for it. Where a form of another
 * site might send it, it must say so, even an empty one: a browser asks before it sends JSON there.
 */
export function requireJsonType(
  contentType: string | undefined,
  { bytes, mayComeFromForms }: { bytes: Buffer; mayComeFromForms: boolean },
): void {
  if (bytes.length === 0 && (contentType === undefined || !mayComeFromForms)) return
  if (contentType === undefined && !mayComeFromForms) return
  if (/^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '')) return
  const sent = contentType === undefined ? 'has no type' : `is '${contentType.slice(0, 100)}'`
  throw new Problem('UnsupportedMediaType', `the body ${sent}; send Content-Type: application/json`)
}

/** Refuses a body that is compressed: nothing here unpacks. */
export function requirePlainBody(contentEncoding: string | undefined): void {
  const encoding = contentEncoding?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return
  throw new Problem(
    'UnsupportedMediaType',
    `the body is encoded, content-encoding is '${encoding.slice(0, 100)}'; send it as plain JSON, without that header`,
  )
}

/** Parses the bytes; no bytes at all are an empty object. Throws a `BadRequest`. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  const fault = faultOfJson(bytes)
  if (fault !== null) throw badBody(fault)
  const value = parseJson(decode(bytes))
  if (!isEveryTextStorable(value))
    throw badBody('contains a NUL character or half of a surrogate pair, which cannot be stored')
  return value
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badBody(`is not valid UTF-8. ${lengthAdvice}`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badBody(`is not valid JSON: ${(error as Error).message}. ${lengthAdvice}`)
  }
}

/** For bodies that are cut off, or are followed by their own rest. */
export const lengthAdvice =
  'Content-Length counts bytes, not characters; with non-ASCII text the two differ.'

/** Walks without recursion, so that deep nesting cannot exhaust the stack. */
function isEveryTextStorable(root: unknown): boolean {
  const waiting = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string' && !isStorable(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (!Object.keys(value).every(isStorable)) return false
    for (const member of Object.values(value)) waiting.push(member)
  }
  return true
}

const badBody = (message: string) => badRequest([{ path: 'body', message }])
