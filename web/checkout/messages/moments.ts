/** Moments as people read them: in the payer's own time zone, which is named. */
import type { Language } from './translate.ts'

/** Writes a moment (ISO 8601) to the minute, with its zone. */
export function writeMoment(iso: string, language: Language, timeZone?: string): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(iso))
}
