/** Follows the event log: prints every event, and forwards it if asked to. */
import { NotFoundError } from '../generated/problems.generated.ts'
import type { Event } from '../generated/types.generated.ts'
import { createMandate, type Mandate } from '../mandate.ts'
import type { ListenArguments } from './arguments.ts'
import { createForwarder, type Forwarder } from './forward.ts'
import { Gaps } from './gaps.ts'
import { writeLine } from './line.ts'
import { keepPosition, readPosition } from './state.ts'

/** The log is asked this often at its end: two calls a second. */
const pollMs = 500
/** Later than anything, so that a reading from there on finds the end of the log. */
const endOfTime = '9999-12-31T23:59:59Z'

/** Listens until the signal; rejects where the service refuses. */
export async function listen(
  asked: ListenArguments,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const mandate = createMandate(asked)
  const forwarder = asked.forwardTo === null ? null : createForwarder(asked.forwardTo, asked, print)
  const notTaken: number[] = []
  try {
    const start = await findStart(mandate, asked, signal)
    print(`${asked.baseUrl} as ${asked.apiKey}, ${start.why}`)
    if (forwarder) print(`forwarding to ${asked.forwardTo}: ${await forwarder.tryForged(signal)}`)
    await follow(start.after, { asked, mandate, forwarder, notTaken, print, signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (notTaken.length > 0) print(writeNotTaken(notTaken))
  const position = readPosition(asked.stateFile)
  print(
    position === null
      ? 'Ended.'
      : `Ended behind log number ${position}; the next run goes on there.`,
  )
}

const shownMax = 20

function writeNotTaken(logNumbers: number[]): string {
  const more = logNumbers.length > shownMax ? ` and ${logNumbers.length - shownMax} more` : ''
  const shown = logNumbers.slice(0, shownMax).join(', ')
  return `Not taken: ${shown}${more}. --after ${logNumbers[0]! - 1} calls from there again.`
}

type Start = { after: number; why: string }

/** Asks for the end of the log in any case: it proves the key, and refuses types that there are not. */
async function findStart(
  mandate: Mandate,
  asked: ListenArguments,
  signal: AbortSignal,
): Promise<Start> {
  const placeOf = async (after: number | string) => {
    const query = { after, limit: 1, eventTypeIn: asked.filter as Event['eventType'][] }
    return (await mandate.events.list(query, { signal }).firstPage()).page.after
  }
  const end = await placeOf(endOfTime)
  const kept = asked.after === null ? readPosition(asked.stateFile) : null
  const after = asked.after === null ? (kept ?? end) : await placeOf(asked.after)
  if (after > end)
    throw new Error(
      `the log ends with number ${end}, so nothing is behind ${after}; give --after 0 for all of it`,
    )
  if (asked.after !== null) return { after, why: `after ${asked.after}` }
  const why =
    kept === null ? `from now on, log number ${end}` : `going on behind log number ${kept}`
  return { after, why: `${why} (--after 0 shows everything)` }
}

type Listening = {
  asked: ListenArguments
  mandate: Mandate
  forwarder: Forwarder | null
  /** The log numbers that were refused. */
  notTaken: number[]
  print: (line: string) => void
  signal: AbortSignal
}

/** Keeps the place after each event: what was not dealt with yet comes again in the next run. */
async function follow(after: number, listening: Listening): Promise<void> {
  const { asked, mandate, forwarder, notTaken, print, signal } = listening
  const onTrouble = ({ message }: Error) => print(`waiting: ${message}`)
  const log = mandate.events.log({ after, follow: true, pollMs, signal, onTrouble })
  const gaps = new Gaps(after)
  const clock = new ServiceClock(mandate)
  for await (const event of log) {
    for (const gap of gaps.take(event)) print(`GAP: ${gap}`)
    if (isAskedFor(event, asked)) {
      const line = writeLine(event, await clock.ageMs(event, signal))
      const forwarded = await forwarder?.forward(event, signal)
      print(forwarded ? `${line}  ${forwarded.line}` : line)
      if (forwarded?.isTaken === false) notTaken.push(event.logNumber)
    }
    keepPosition(asked.stateFile, event.logNumber)
  }
}

const isAskedFor = ({ eventType }: Event, { filter }: ListenArguments): boolean =>
  filter.length === 0 || filter.includes(eventType)

/** The distance between the clocks is believed for so many milliseconds. */
const believedForMs = 5_000

/** Tells how old an event is by the service's own clock, which a test may have moved. */
class ServiceClock {
  readonly #mandate: Mandate
  #aheadMs = 0
  #isMovable = true
  #readAt = -Infinity

  constructor(mandate: Mandate) {
    this.#mandate = mandate
  }

  async ageMs({ eventTs }: Event, signal: AbortSignal): Promise<number> {
    const seenAt = Date.now()
    const ageMs = () => seenAt + this.#aheadMs - Date.parse(eventTs)
    const isOld = performance.now() - this.#readAt > believedForMs
    // An event of the future: the clock was moved since it was read.
    if (this.#isMovable && (isOld || ageMs() < 0)) await this.#read(signal)
    return ageMs()
  }

  /** A service without a test clock goes by the time of day. */
  async #read(signal: AbortSignal): Promise<void> {
    this.#readAt = performance.now()
    try {
      const { now } = await this.#mandate.testClock.read({ signal, attemptsMax: 1 })
      this.#aheadMs = Date.parse(now) - Date.now()
    } catch (error) {
      signal.throwIfAborted()
      this.#isMovable = !(error instanceof NotFoundError)
    }
  }
}
