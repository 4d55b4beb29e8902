/**
 * Moments as people read them, the only place that writes them: as short as they can be, in the reader's zone, by the
 * clock of 24 hours; the year stands only where it is not this one.
 */
import { serviceNow } from '../browser/service-clock.ts'

/**
 * The reader's own variety of the language, which writes dates its own way: `en-GB` for `en`. Who reads it instead of a language
 * of his own, reads dates as in his country: `en-DE`. Some systems give browsers names that are none, such as `en-US@posix`.
 */
export function localeOf(language: string, wanted: readonly string[]): string {
  const known = wanted.flatMap(toLocale)
  const own = known.find((locale) => locale.language === language)
  const region = known[0]?.maximize().region
  return own?.toString() ?? (region ? `${language}-${region}` : language)
}

function toLocale(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)]
  } catch {
    return []
  }
}

const day: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }
const minute: Intl.DateTimeFormatOptions = {
  ...day,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}
const zoned: Intl.DateTimeFormatOptions = { ...minute, timeZoneName: 'short' }

/** Writes a moment (ISO 8601) to the minute, where nothing else names the zone: `Aug 13, 04:47 GMT+2`. */
export const writeMoment = (iso: string, locale: string): string => write(iso, locale, zoned)

/** The same where the head of the page names it: `Aug 13, 04:47`. */
export const writeShortMoment = (iso: string, locale: string): string => write(iso, locale, minute)

/** The same to the second, where one line follows the other closely. */
export const writeSecond = (iso: string, locale: string): string =>
  write(iso, locale, { ...minute, second: '2-digit' })

/** The same with its year, for what is kept: `Aug 13, 2027, 04:47 GMT+2`. */
export const writeKeptMoment = (iso: string, locale: string): string =>
  format(iso, locale, { ...zoned, year: 'numeric' })

/** The same for readers whose zone nobody knows: `Aug 13, 2027, 02:47 UTC`. */
export const writeUtcMoment = (iso: string, locale: string): string =>
  format(iso, locale, { ...zoned, year: 'numeric', timeZone: 'UTC' })

/** Writes the day alone, where the minute says nothing: `Aug 13`. */
export const writeDay = (iso: string, locale: string): string => write(iso, locale, day)

/** All of a moment, in UTC, for hovering. */
export const writeInUtc = (iso: string): string => new Date(iso).toUTCString()

/** A day by its name, `2026-08-13`, which has no zone. */
export const writeDate = (date: string, locale: string): string => writeDay(`${date}T12:00`, locale)

/** So many minutes before those of UTC begin the reader's days now. */
export const readersOffset = (): number => -new Date(serviceNow()).getTimezoneOffset()

/** Names the reader's zone as its city does, in summer as in winter: `Europe/Berlin`. */
export const readersZone = (): string =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')

function write(iso: string, locale: string, parts: Intl.DateTimeFormatOptions): string {
  const isThisYear = new Date(iso).getFullYear() === new Date(serviceNow()).getFullYear()
  return format(iso, locale, isThisYear ? parts : { ...parts, year: 'numeric' })
}

const format = (iso: string, locale: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, parts).format(new Date(iso))
