/**
 * A payment's metadata: an object or a text of the merchant's, given back as it was sent. It
 * is bounded, because every answer and every webhook carries it.
 */
import { z } from 'zod'

export const metadataBytesMax = 4_096
export const metadataDepthMax = 8

/** Takes an object or a text; a number must be one that JSON carries there and back. */
export const Metadata = z
  .unknown()
  .superRefine((value, context) => {
    const message = faultOf(value)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .transform((value) => value as string | Record<string, unknown>)
  .meta({ type: ['object', 'string'], examples: [{ order: '4711' }] })

function faultOf(value: unknown): string | null {
  if (typeof value !== 'string' && !isObject(value))
    return `must be an object or a text; it is ${nameOf(value)}`
  // Checked first, so that nobody walks what is too large.
  return faultOfSize(value) ?? faultOfMembers(value)
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (value: unknown) => (Array.isArray(value) ? 'a list' : String(value))

/** Walks without recursion, so that deep nesting cannot exhaust the stack. */
function faultOfMembers(root: unknown): string | null {
  const waiting = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'number' && !isExact(value))
      return `holds the number ${value}, which loses digits on the way; send it as a text`
    if (typeof value !== 'object' || value === null) continue
    if (depth === metadataDepthMax)
      return `is nested more than ${metadataDepthMax} levels deep; flatten it`
    for (const member of Object.values(value)) waiting.push({ value: member, depth: depth + 1 })
  }
  return null
}

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

function faultOfSize(value: unknown): string | null {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  return bytes > metadataBytesMax
    ? `must have at most ${metadataBytesMax} bytes as JSON; it has ${bytes}`
    : null
}
