/** Repeats what a client sent in the words of a refusal: enough to find it by, and never all of a long text. */
const shownLengthMax = 80

export function showValue(input: unknown): string {
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'object' && input !== null) return 'an object'
  if (typeof input !== 'string') return String(input)
  return input.length > shownLengthMax
    ? `'${input.slice(0, shownLengthMax)}…' of ${input.length} characters`
    : `'${input}'`
}
