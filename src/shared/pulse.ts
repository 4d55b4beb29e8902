/**
 * The heartbeat of a relay: it works at once, again whenever it is poked, and otherwise every
 * `everyMs`, so that a lost wake-up costs a moment and nothing else. Beats of one length come at the
 * same moments in all relays of a process, so that one question to the database answers all of them.
 */
import { after, elapsedMs, type Scheduled } from './time.ts'

export type Pulse = {
  /** Starts a round now, or right after the one under way. */
  poke: () => void
  /** Resolves when the round under way has ended. */
  stop: () => Promise<void>
}

/** What works by itself in this process, and what it has begun: a test steps all of it in place of waiting (`stepAll`). */
export type Stepped = {
  /** What it does, for a step that does not end. */
  what: string
  /** Does at once what is to be done, and resolves when that is done. */
  step: () => Promise<void>
}

const stepped = new Set<Stepped>()
const steppingNow = new Set<Stepped>()

/** Has it stepped with all others until the returned function is called. */
export function stepWithOthers(one: Stepped): () => void {
  stepped.add(one)
  return () => void stepped.delete(one)
}

/** Lets a step of all wait for work that nobody else waits for. */
export function stepUntilDone(what: string, work: Promise<void>): void {
  const leaveOthers = stepWithOthers({ what, step: () => work })
  void work.finally(leaveOthers)
}

/** Steps all that works by itself in this process. For tests: a service never calls it. */
export async function stepAll(): Promise<void> {
  await Promise.all([...stepped].map(stepOne))
}

async function stepOne(one: Stepped): Promise<void> {
  steppingNow.add(one)
  await one.step().finally(() => steppingNow.delete(one))
}

/** Says whose steps have not ended, for a test that waits for them in vain. */
export const describeSteps = (): string => [...steppingNow].map(({ what }) => what).join(', ')

export type Beat = {
  what: string
  everyMs: number
  /** Asked at a beat that nobody poked: whether there is anything to work at. Without it there always may be. */
  isDue?: () => Promise<boolean>
  /** The next beat may be at most this long away, where that is less than `everyMs`. */
  restMsMax?: () => number
  /** Resolves when what its rounds have begun has ended, which a step waits for as well. */
  underWay?: () => Promise<void>
  onError: (error: unknown) => void
}

export const restAfterErrorMs = 1_000
/** Timers end up to so much before the moment they are set to. */
const earlyMsMax = 3

/**
 * Runs `work` over and over, never twice at once; no error ends it. After `work` that returns `true`,
 * the next round starts without waiting.
 */
export function startPulse(
  work: () => Promise<boolean>,
  { what, everyMs, isDue, restMsMax, underWay, onError }: Beat,
): Pulse {
  const rest = new Rest()
  let isStopping = false
  let untilRound: PromiseWithResolvers<void> | null = null

  async function beat(mustWork: boolean): Promise<boolean> {
    rest.begin()
    const asked = untilRound
    untilRound = null
    try {
      const isMore = (mustWork || !isDue || (await isDue())) && (await work())
      asked?.resolve()
      if (isMore || isStopping) return true
      return rest.untilPoked(Math.min(untilBeatMs(everyMs), restMsMax?.() ?? Infinity))
    } catch (error) {
      onError(error)
      asked?.resolve()
      if (!isStopping) await rest.forAll(restAfterErrorMs)
      return true
    }
  }

  const beating = (async () => {
    for (let mustWork = true; !isStopping;) mustWork = await beat(mustWork)
  })()

  /** Resolves when a round that begins now has ended, or right after the one under way; it cuts the rest after an error short. */
  async function step(): Promise<void> {
    untilRound ??= Promise.withResolvers()
    rest.poke()
    rest.end()
    await untilRound.promise
    await underWay?.()
  }
  const leaveOthers = stepWithOthers({ what, step })

  return {
    poke: () => rest.poke(),
    async stop() {
      isStopping = true
      leaveOthers()
      rest.end()
      await beating
      untilRound?.resolve()
    },
  }
}

/** The beat that was meant may have come a little early. */
function untilBeatMs(everyMs: number): number {
  const leftMs = everyMs - (elapsedMs() % everyMs)
  return leftMs < earlyMsMax ? leftMs + everyMs : leftMs
}

/** A pause that can be cut short. Signals would do as well, and cost more than most beats. */
export class Rest {
  #isPoked = false
  #timer: Scheduled | undefined
  #over: ((isPoked: boolean) => void) | null = null
  #mayBePoked = false

  /** Forgets pokes: the round that begins now takes what they were about. */
  begin(): void {
    this.#isPoked = false
  }

  poke(): void {
    this.#isPoked = true
    if (this.#mayBePoked) this.end()
  }

  /** Ends the pause under way. */
  end(): void {
    this.#timer?.cancel()
    this.#over?.(this.#isPoked)
    this.#over = null
  }

  /** Resolves with whether it was poked, now or since the round began. */
  untilPoked(ms: number): Promise<boolean> {
    return this.#isPoked ? Promise.resolve(true) : this.#pause(ms, true)
  }

  async forAll(ms: number): Promise<void> {
    await this.#pause(ms, false)
  }

  #pause(ms: number, mayBePoked: boolean): Promise<boolean> {
    this.#mayBePoked = mayBePoked
    return new Promise((resolve) => {
      this.#over = resolve
      this.#timer = after(ms, () => this.end())
    })
  }
}
