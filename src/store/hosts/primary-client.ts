/**
 * The driver's connection, made to the server that takes writes. A session gets its settings by a statement: a pooler in
 * session mode passes on no others.
 */
import pg, { type ClientConfig } from 'pg'
import type { DatabaseHost } from '../../shared/database/address.ts'
import { type Login, tlsTo } from './login.ts'
import { type Primary, readOnlyState, takesNoWrites } from './primary.ts'

/** Settings of PostgreSQL by their names, such as `lock_timeout`. */
export type SessionSettings = Record<string, string>

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Returns the class of connections to the primary, for a pool or by itself. */
export const clientTo = (primary: Primary, settings: SessionSettings): typeof pg.Client =>
  class PrimaryClient extends pg.Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      // One whose server dies ends its queries with an error; the event alone must not end the process.
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(connected: Connected): void
    // The driver's two ways of one call: its pool takes the one with a callback.
    override connect(connected?: Connected): Promise<pg.Client> | void {
      const connecting = this.#connectTo()
      if (!connected) return connecting
      const tell = connected as (error: unknown, client?: pg.Client) => void
      connecting.then(
        (client) => process.nextTick(tell, null, client),
        (error: unknown) => process.nextTick(tell, error),
      )
    }

    async #connectTo(): Promise<pg.Client> {
      const server = await primary.find()
      this.host = server.host
      this.port = server.port
      // Made before it was known which server it would be.
      const connection = this.connection as { ssl?: Login['ssl'] }
      connection.ssl = tlsTo(primary.login.ssl, server.host)
      leaveWhenReadOnly(this, primary, server)
      try {
        await super.connect()
        await this.#begin(server)
      } catch (error) {
        primary.doubt(server)
        this.connection.stream.destroy()
        throw error
      }
      this.once('error', () => primary.doubt(server))
      return this
    }

    /** @throws where the server is a standby, or takes no writes and there are others to ask: what it has can still be read */
    async #begin({ host, port }: DatabaseHost): Promise<void> {
      const names = Object.keys(settings)
      const sets = names.map((name, index) => `, set_config('${name}', $${index + 1}, false)`)
      const { rows } = await this.query<{ isReadOnly: boolean; isStandby: boolean }>(
        `select ${takesNoWrites} as "isReadOnly", pg_is_in_recovery() as "isStandby"${sets.join('')}`,
        Object.values(settings),
      )
      const { isReadOnly, isStandby } = rows[0]!
      if (!isStandby && !(isReadOnly && primary.hasOthers)) return
      const why = isStandby ? 'it is a standby' : 'it was set to read alone'
      const error = new Error(`the database at ${host}:${port} takes no writes: ${why}`)
      throw Object.assign(error, { code: readOnlyState })
    }
  }

/** Ends a connection that turns out to take no writes, before whoever asked hears of it: the pool keeps none that is ending. */
function leaveWhenReadOnly(client: pg.Client, primary: Primary, server: DatabaseHost): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== readOnlyState) return
    primary.doubt(server)
    process.nextTick(() => void client.end().catch(() => undefined))
  })
}
