/** Moments as people read them: in the payer's own time zone, which is named. */
/** The payer's own variety of the language, which writes dates its own way: `en-GB` for `en`. */
export const localeOf = (language: string, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.split('-')[0] === language) ?? language

/** Writes a moment (ISO 8601) to the minute, with its zone. */
export function writeMoment(iso: string, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(iso))
}
