/** The driver's connection, made to the server that takes writes. */
import pg, { type ClientConfig } from 'pg'
import type { DatabaseHost } from '../../shared/database/address.ts'
import { type Login, tlsTo } from './login.ts'
import { type Primary, readOnlyState } from './primary.ts'

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Returns the class of connections to the primary, for a pool or by itself. */
export const clientTo = (primary: Primary): typeof pg.Client =>
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
      const isStandby = watchForStandby(this, primary, server)
      primary.follow(this, server)
      try {
        await super.connect()
      } catch (error) {
        primary.doubt(server)
        throw error
      }
      if (isStandby()) {
        this.connection.stream.destroy()
        throw readOnly(server)
      }
      this.once('error', () => primary.doubt(server))
      return this
    }
  }

/** Cuts a connection off that turns out to take no writes; returns whether its server said at the start that it is a standby. */
function watchForStandby(client: pg.Client, primary: Primary, server: DatabaseHost): () => boolean {
  let isStandby = false
  const { connection } = client
  connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterName !== 'in_hot_standby') return
    isStandby = status.parameterValue === 'on'
    if (isStandby) primary.doubt(server)
  })
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== readOnlyState) return
    primary.doubt(server)
    // Before whoever asked hears of it and gives the connection back: the pool keeps none that is ending.
    process.nextTick(() => void client.end().catch(() => undefined))
  })
  return () => isStandby
}

function readOnly({ host, port }: DatabaseHost): Error {
  const error = new Error(`the database at ${host}:${port} is a standby, which takes no writes`)
  return Object.assign(error, { code: readOnlyState })
}
