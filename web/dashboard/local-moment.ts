/** Moments in the reader's zone, as fields of the type `datetime-local` have them: to the minute. */

/** Empty where it is no moment. */
export function toLocalMoment(value: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** In UTC; as it was written where it is no moment. */
export function fromLocalMoment(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}
