/** Moments of contracts, which are in Unix seconds. */
import { writeDay } from '../messages/moments.ts'

export const toIso = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

export const writeDayOf = (unixSeconds: number, locale: string): string =>
  writeDay(toIso(unixSeconds), locale)
