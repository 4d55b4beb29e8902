/** One event as a line for people. */
import type { Event } from '../generated/types.generated.ts'
import { resourceOf } from '../command/resource.ts'

const typeWidth = 31
const statusWidth = 14

/** Writes log number, type, resource, status, sequence, and how long ago it happened. */
export function writeLine(event: Event, ageMs: number): string {
  const { kind, id, status } = resourceOf(event)
  return [
    `#${event.logNumber}`,
    event.eventType.padEnd(typeWidth),
    status.padEnd(statusWidth),
    `${kind} ${id}`,
    `sequence ${event.sequence}`,
    writeAge(ageMs),
  ].join('  ')
}

const units = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 10_000, of: 1_000 },
] as const

/** Writes milliseconds below ten seconds, which is latency, and rougher above, which is history. */
function writeAge(ageMs: number): string {
  const fitting = units.find(({ ms }) => ageMs >= ms)
  if (!fitting) return `${Math.max(0, Math.round(ageMs))} ms`
  const { unit, ms } = fitting
  return `${Math.floor(ageMs / ('of' in fitting ? fitting.of : ms))} ${unit} ago`
}
