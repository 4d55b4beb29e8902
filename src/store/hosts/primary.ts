/**
 * Which of several servers takes the writes now, and what happens to connections when that changes.
 *
 * Asked are all of them, at once: whenever a connection is wanted and the last answer is in doubt, and
 * every few seconds, because of a machine that is gone no connection tells. Of two that take writes it
 * is the one with the newer timeline, so a primary that comes back after its standby was promoted gets
 * none. Connections to any other are cut off: what they were asked fails as if the server had died,
 * and is done again. Decision 0110.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import {
  addressOfEach,
  type DatabaseHost,
  readDatabaseAddress,
} from '../../shared/database/address.ts'
import { errorText } from '../../shared/errors.ts'
import { type Login, loginOf } from './login.ts'
import { askTimeline } from './probe.ts'

const lookIntervalMs = 3_000
/** How long the first that takes writes waits for others to say that theirs is newer. */
const othersWaitMs = 300

/** The state by which Postgres refuses a write where only reads are taken; here, too, waiting heals it. */
export const readOnlyState = '25006'

type Answer = { host: DatabaseHost; timeline: string | null; trouble: string | null }
type Writable = Answer & { timeline: string }

export class Primary {
  readonly login: Login
  /** The address of one server alone, for who takes no others. */
  readonly url: string
  /** The schema of the database that the tables are in; null: the one that PostgreSQL takes by itself. */
  readonly schema: string | null
  #hosts: readonly DatabaseHost[]
  #known: DatabaseHost | null = null
  /** The newest line of writes that was ever seen: an older one is the past. */
  #newestTimeline = ''
  #looking: Promise<DatabaseHost> | null = null
  #clients = new Map<Client, DatabaseHost>()
  #timer: NodeJS.Timeout | null = null
  #tell: (text: string) => void

  constructor(url: string, tell: (text: string) => void, schema: string | null = null) {
    const address = readDatabaseAddress(url)
    this.login = loginOf(address)
    this.url = addressOfEach(url)[0]!
    this.#hosts = address.hosts
    this.schema = schema
    this.#tell = tell
    if (this.#hosts.length === 1) return
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), lookIntervalMs)
    this.#timer.unref()
  }

  /**
   * Returns the server to connect to.
   *
   * @throws where none takes writes, with what each of them is
   */
  async find(): Promise<DatabaseHost> {
    if (this.#hosts.length === 1) return this.#hosts[0]!
    return this.#known ?? (await this.#look())
  }

  /** Cuts a connection off when another server becomes the primary. */
  follow(client: Client, host: DatabaseHost): void {
    this.#clients.set(client, host)
    client.once('end', () => this.#clients.delete(client))
  }

  /** Puts the last answer in doubt: a connection to the server was lost, or it took no writes. */
  doubt(host: DatabaseHost): void {
    if (this.#known === host) this.#known = null
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
  }

  #look(): Promise<DatabaseHost> {
    this.#looking ??= this.#ask().finally(() => (this.#looking = null))
    return this.#looking
  }

  async #ask(): Promise<DatabaseHost> {
    const asked = this.#hosts.map((host) => this.#askOne(host))
    const answers = await settle(asked)
    const writable = answers
      .filter((answer): answer is Writable => answer.timeline !== null)
      .filter(({ timeline }) => timeline >= this.#newestTimeline)
      .toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1))
    const [newest] = writable
    if (!newest) {
      this.#known = null
      throw noPrimary(answers)
    }
    this.#newestTimeline = newest.timeline
    this.#become(newest.host)
    return newest.host
  }

  async #askOne(host: DatabaseHost): Promise<Answer> {
    try {
      return { host, timeline: await askTimeline(this.login, host), trouble: null }
    } catch (error) {
      return { host, timeline: null, trouble: errorText(error) }
    }
  }

  #become(host: DatabaseHost): void {
    this.#known = host
    const elsewhere = [...this.#clients].filter(([, other]) => other !== host)
    if (elsewhere.length === 0) return
    this.#tell(`the database's primary is ${nameOf(host)} now: connections to others are cut off`)
    for (const [client] of elsewhere) client.connection.stream.destroy()
  }
}

const nameOf = ({ host, port }: DatabaseHost): string => `${host}:${port}`

/** Waits for all answers, or a little longer than for the first that takes writes: one that hangs holds nobody up. */
async function settle(asked: Promise<Answer>[]): Promise<Answer[]> {
  const answers: Answer[] = []
  const all = Promise.all(asked.map(async (one) => void answers.push(await one)))
  const isWritable = async (one: Promise<Answer>) => {
    if ((await one).timeline === null) throw new Error('takes no writes')
  }
  const first = Promise.any(asked.map(isWritable)).catch(() => all)
  await first
  await Promise.race([all, sleep(othersWaitMs)])
  return [...answers]
}

function noPrimary(answers: readonly Answer[]): Error {
  const each = answers.map(
    ({ host, timeline, trouble }) =>
      `${nameOf(host)} ${trouble ?? (timeline === null ? 'takes no writes' : 'is a primary of before')}`,
  )
  const error = new Error(`no server of the database takes writes: ${each.join('; ')}`)
  return Object.assign(error, { code: readOnlyState })
}
