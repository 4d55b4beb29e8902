/** Reads what a drill does from its command line: see docs/operations/drill.md. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type FaultKind, faultKinds } from './faults/kinds.ts'

export type DrillOptions = {
  /** Faults go on for so many minutes; work that is open after that is waited for. */
  minutes: number
  /** The same seed breaks the same parts in the same order. */
  seed: number
  faults: readonly FaultKind[]
  /** Payments that are asked for each second; subscriptions come at a quarter of that. */
  rate: number
  /** So many subscriptions live at the same time. */
  subscriptions: number
  /** Everything that was open after a fault has so many seconds to be done. */
  recoverySecondsMax: number
  /** Each role has so many processes. */
  processesPerRole: number
  /** The longest pause before a fault; each is drawn, and so is the order of the faults. */
  pauseSecondsMax: number
  /** The drill is over before its time where each fault was made so often; Infinity: never. */
  roundsMax: number
}

const seedMax = 2 ** 31
const minutesMax = 24 * 60

/** Reads the command line; throws an error that names what is wrong in it. */
export function readOptions(words: string[]): DrillOptions {
  const { values } = parseArgs({
    args: words,
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(randomInt(seedMax)) },
      faults: { type: 'string', default: faultKinds.join(',') },
      rate: { type: 'string', default: '2' },
      subscriptions: { type: 'string', default: '48' },
      'recovery-seconds': { type: 'string', default: '15' },
      processes: { type: 'string', default: '2' },
      'pause-seconds': { type: 'string', default: '6' },
      rounds: { type: 'string', default: 'Infinity' },
    },
  })
  return {
    minutes: numberOf('minutes', values.minutes, 0.1, minutesMax),
    seed: Math.floor(numberOf('seed', values.seed, 0, seedMax)),
    faults: kindsOf(values.faults),
    rate: numberOf('rate', values.rate, 0.1, 50),
    subscriptions: Math.floor(numberOf('subscriptions', values.subscriptions, 1, 1_000)),
    recoverySecondsMax: numberOf('recovery-seconds', values['recovery-seconds'], 1, 600),
    processesPerRole: Math.floor(numberOf('processes', values.processes, 1, 8)),
    pauseSecondsMax: numberOf('pause-seconds', values['pause-seconds'], 0, 600),
    roundsMax: numberOf('rounds', values.rounds, 1, Infinity),
  }
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= least && number <= most))
    throw new Error(`--${name} is '${text}', and has to be a number from ${least} to ${most}`)
  return number
}

function kindsOf(text: string): FaultKind[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !faultKinds.includes(name as FaultKind))
  if (unknown.length > 0)
    throw new Error(`--faults names ${unknown.join(', ')}; there are ${faultKinds.join(', ')}`)
  return names as FaultKind[]
}
