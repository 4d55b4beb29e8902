/** Keeps the gauges fresh: whether PostgreSQL and NATS answer, and what is read of PostgreSQL while it does. */
import type { Bus } from '../../bus/bus.ts'
import type { Buses } from '../../bus/buses.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import type { Clock } from '../../shared/clock.ts'
import { errorText } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { Role } from '../../shared/nats-settings.ts'
import { shareAnswers } from '../../shared/share-answers.ts'
import type { Database } from '../../store/database.ts'
import type { Gauges } from './gauges.ts'
import { readGauges } from './read-gauges.ts'
import { elapsedMs, inTime } from '../../shared/time.ts'

/** For a part to answer at all. */
const partTimeoutMs = 1_500
/** For all figures to be read: whoever asks is answered within 5 s, with those of before where they are not there yet. */
const readTimeoutMs = 2_500

export type MetricsDependencies = {
  database: Database
  buses: Buses
  clock: Clock
  directory: ChainDirectory
  log: Log
}

export class Figures {
  readonly #dependencies: MetricsDependencies
  readonly #gauges: Gauges
  readonly #roles: readonly Role[]
  #askedAt = -Infinity
  #readAt = -Infinity
  /** One at a time: a reading that takes long is not joined by others. */
  readonly #read = shareAnswers(() => this.#readAll())

  constructor(dependencies: MetricsDependencies, gauges: Gauges, roles: readonly Role[]) {
    this.#dependencies = dependencies
    this.#gauges = gauges
    this.#roles = roles
    gauges.forgetRead()
  }

  /** Reads the figures where they are older than `ageMaxMs`. Never throws. */
  async refresh(ageMaxMs: number): Promise<void> {
    const now = elapsedMs()
    if (now - this.#askedAt >= ageMaxMs) {
      this.#askedAt = now
      await Promise.all([this.#askBuses(), this.#askDatabase()])
    }
    if (Number.isFinite(this.#readAt))
      this.#gauges.figuresAge.set((elapsedMs() - this.#readAt) / 1_000)
  }

  async #askBuses(): Promise<void> {
    const { buses } = this.#dependencies
    const asked = this.#roles.map(async (role) => {
      const isUp = await isDone(requireBus(buses.of(role)), partTimeoutMs)
      this.#gauges.busUp.set({ role }, isUp ? 1 : 0)
    })
    await Promise.all(asked)
  }

  async #askDatabase(): Promise<void> {
    const { pool } = this.#dependencies.database
    const isUp = await isDone(pool.query('select 1'), partTimeoutMs)
    this.#gauges.databaseUp.set(isUp ? 1 : 0)
    if (isUp) await isDone(this.#read(), readTimeoutMs)
    else this.#forget()
  }

  #forget(): void {
    this.#gauges.forgetRead()
    this.#readAt = -Infinity
  }

  async #readAll(): Promise<void> {
    try {
      await readGauges(this.#dependencies, this.#gauges, this.#roles)
      this.#readAt = elapsedMs()
    } catch (error) {
      this.#forget()
      this.#dependencies.log.warn(
        { error: errorText(error) },
        'the figures of /metrics could not be read; they are left out until they can',
      )
    }
  }
}

/** Whether work ends well within so many milliseconds; what comes later is not waited for. */
async function isDone(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  )
  return (await inTime(done, timeoutMs)) ?? false
}

async function requireBus(bus: Bus): Promise<void> {
  const refused = await bus.findRefusal()
  if (refused !== null) throw new Error(`NATS refuses to ${refused}`)
}
