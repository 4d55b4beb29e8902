/**
 * Finds the one of several servers that takes the writes, as libpq's `target_session_attrs=read-write` does: they are
 * asked in their order, and the first that takes writes is used until a connection to it is lost or refuses a write.
 * That there is one such server at a time is the care of whoever promotes it: Patroni, a provider, an operator.
 * Decision 0133.
 */
import {
  addressOfEach,
  type DatabaseHost,
  readDatabaseAddress,
} from '../../shared/database/address.ts'
import { errorText } from '../../shared/errors.ts'
import { askServer } from './ask-server.ts'
import { type Login, loginOf } from './login.ts'

/** For the connection, and for the answer on it: whoever waits for a connection of the pool waits for this first. */
const timeoutMs = 1_500

/** The state by which Postgres refuses a write where only reads are taken; here, too, waiting heals it. */
export const readOnlyState = '25006'

/** Whether a session takes no writes: that of a standby, or one that was set to read alone, as providers do where a disk is full. */
export const takesNoWrites = `pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`

export class Primary {
  readonly login: Login
  /** The address of one server alone, for who takes no others. */
  readonly url: string
  /** The schema of the database that the tables are in; null: the one that PostgreSQL takes by itself. */
  readonly schema: string | null
  #hosts: readonly DatabaseHost[]
  #known: DatabaseHost | null = null
  #looking: Promise<DatabaseHost> | null = null

  constructor(url: string, schema: string | null = null) {
    const address = readDatabaseAddress(url)
    this.login = loginOf(address)
    this.url = addressOfEach(url)[0]!
    this.#hosts = address.hosts
    this.schema = schema
  }

  /** Whether another server may take the writes that one refuses. */
  get hasOthers(): boolean {
    return this.#hosts.length > 1
  }

  /**
   * Returns the server to connect to.
   *
   * @throws where none takes writes, with what each of them is
   */
  async find(): Promise<DatabaseHost> {
    if (!this.hasOthers) return this.#hosts[0]!
    if (this.#known) return this.#known
    this.#looking ??= this.#ask().finally(() => (this.#looking = null))
    return this.#looking
  }

  /** Puts the last answer in doubt: a connection to the server was lost, or it took no writes. */
  doubt(host: DatabaseHost): void {
    if (this.#known === host) this.#known = null
  }

  async #ask(): Promise<DatabaseHost> {
    const troubles = []
    for (const host of this.#hosts) {
      const trouble = await this.#findTrouble(host)
      if (trouble === null) return (this.#known = host)
      troubles.push(`${host.host}:${host.port} ${trouble}`)
    }
    const error = new Error(`no server of the database takes writes: ${troubles.join('; ')}`)
    throw Object.assign(error, { code: readOnlyState })
  }

  /** Returns why a server cannot be used; null where it takes writes. */
  async #findTrouble(host: DatabaseHost): Promise<string | null> {
    const question = `select ${takesNoWrites} as "isReadOnly"`
    try {
      const server = { ...this.login, ...host }
      const { isReadOnly } = await askServer<{ isReadOnly: boolean }>(server, question, timeoutMs)
      return isReadOnly ? 'takes no writes' : null
    } catch (error) {
      return errorText(error)
    }
  }
}
