/** Turns the names of a chart into words that a reader without code understands. */
import { minuteMs } from '../../../machines/durations.ts'
import { delayName, isTimer } from './chart.ts'

const units: [string, number][] = [
  ['day', 1440 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
  ['second', 1000],
]

/** `startFrom` becomes `start from`. */
function toWords(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
}

/** A machine's name in words: `gasWallet` becomes `Gas wallet`. */
export function machineWords(machineId: string): string {
  const words = toWords(machineId)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * An event in words: `charge.attemptFailed` becomes `charge: attempt failed`, and only
 * `attempt failed` on the charge's own picture. A timer is named after its wait: `until due`.
 */
export function eventWords(eventType: string, machineId: string): string {
  if (eventType === '') return 'at once'
  if (isTimer(eventType)) return toWords(delayName(eventType))
  if (eventType.startsWith('xstate.done.')) return 'when all is done'
  const [subject = '', verb = ''] = eventType.split('.')
  return subject === machineId ? toWords(verb) : `${toWords(subject)}: ${toWords(verb)}`
}

/**
 * A guard as a condition: `isLastCharge` becomes `last charge`, `hasStarted` becomes `has started`. The compared thing
 * keeps its name: `isAt Late` becomes `at Late`.
 */
export function guardWords(guard: string): string {
  const words = guard.split(' ').map((name) => (/^[a-z]/.test(name) ? toWords(name) : name))
  return words.join(' ').replaceAll(/\b(is|are) /g, '')
}

/** A fixed length of time in its largest whole unit: 86,400,000 becomes `1 day`. */
export function durationWords(durationMs: number): string {
  const [unit, unitMs] = units.find(([, size]) => durationMs % size === 0) ?? ['millisecond', 1]
  const count = durationMs / unitMs
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
