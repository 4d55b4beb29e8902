/** Moments as people read them: in the payer's own time zone, which is named. */
/**
 * The reader's own variety of the language, which writes dates its own way: `en-GB` for `en`. Some
 * systems give browsers names that are none, such as `en-US@posix`.
 */
export const localeOf = (language: string, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Writes a moment (ISO 8601) to the minute, with its zone. */
export function writeMoment(iso: string, locale: string, timeZone?: string): string {
  return formatMoment(iso, locale, { ...(timeZone && { timeZone }) })
}

/** The same to the second. */
export function writeExactMoment(iso: string, locale: string, timeZone?: string): string {
  return formatMoment(iso, locale, { second: '2-digit', ...(timeZone && { timeZone }) })
}

const formatMoment = (iso: string, locale: string, more: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...more,
  }).format(new Date(iso))
