/**
 * Moments as people read them, the only place that writes them: as short as they can be, in the reader's zone, by the
 * clock of 24 hours; the year stands only where it is not this one.
 */
import { serviceNow } from '../browser/service-clock.ts'

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

/** `now`: Unix milliseconds of the service's clock, which say what this year is. */
type Wish = { now?: number; timeZone?: 'UTC' }

const minute: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** Writes a moment (ISO 8601) to the minute, where the head of the page names the zone: `Aug 13, 04:47`. */
export const writeShortMoment = (iso: string, locale: string, wish: Wish = {}): string =>
  write(iso, locale, minute, wish)

/** The same where nothing else names the zone: `Aug 13, 04:47 GMT+2`. */
export const writeMoment = (iso: string, locale: string, wish: Wish = {}): string =>
  write(iso, locale, { ...minute, timeZoneName: 'short' }, wish)

/** The same to the second, where one line follows the other closely. */
export const writeSecond = (iso: string, locale: string): string =>
  write(iso, locale, { ...minute, second: '2-digit' })

/** All of a moment, for what leaves the page and for hovering: `Aug 13, 2027, 02:47:05 UTC`. */
export const writeWholeMoment = (iso: string, locale: string, timeZone?: 'UTC'): string =>
  format(iso, locale, {
    ...minute,
    year: 'numeric',
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  })

/** Writes the day alone, for sentences in which the minute says nothing: `August 13`. */
export const writeDay = (iso: string, locale: string): string =>
  write(iso, locale, { month: 'long', day: 'numeric' })

/** The same where there is little room: `Aug 13`. */
export const writeShortDay = (iso: string, locale: string): string =>
  write(iso, locale, { month: 'short', day: 'numeric' })

/** Names the reader's zone as its city does, in summer as in winter: `Europe/Berlin`. */
export const readersZone = (): string =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')

function write(
  iso: string,
  locale: string,
  parts: Intl.DateTimeFormatOptions,
  { now = serviceNow(), timeZone }: Wish = {},
): string {
  const yearOf = (at: Date) => (timeZone ? at.getUTCFullYear() : at.getFullYear())
  const isThisYear = yearOf(new Date(iso)) === yearOf(new Date(now))
  return format(iso, locale, {
    ...parts,
    ...(!isThisYear && { year: 'numeric' }),
    ...(timeZone && { timeZone }),
  })
}

const format = (iso: string, locale: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, parts).format(new Date(iso))
