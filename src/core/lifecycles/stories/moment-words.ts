/** Writes a moment of a story, given in Unix milliseconds: `1 March 2027, 09:10 UTC`. */
export const momentWords = (at: number): string =>
  `${day.format(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC`

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
