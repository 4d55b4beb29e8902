/** The first connection of a process: a pooler before PostgreSQL serves in session mode alone, a machine that is off is done without. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { reachDatabase } from '../../src/store/starting/reach-database.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { freshDatabaseUrl, withDatabase } from '../support/database.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Take = (socket: Socket, first: Buffer, postgres: () => Socket) => void

/** The address of a server at which `take` is done with each connection, which is given what PostgreSQL's client says first. */
async function startBefore(url: string, take: Take): Promise<string> {
  const target = new URL(url)
  const { port, hostname } = target
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (first) =>
      take(socket, first as Buffer, () => {
        const onward = connect(Number(port), hostname)
        sockets.add(onward.on('error', () => socket.destroy()))
        return onward
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  target.port = String((server.address() as AddressInfo).port)
  return target.href
}

/**
 * Pools like PgBouncer in session mode: a session for each connection, and none of which a setting is asked for at its
 * start.
 */
const poolSessions: Take = (socket, first, postgres) => {
  if (first.includes('\0options\0')) {
    const answer = Buffer.from(
      'E\0\0\0\0SFATAL\0C08P01\0Munsupported startup parameter: options\0\0',
      'latin1',
    )
    answer.writeInt32BE(answer.length - 1, 1)
    return void socket.end(answer)
  }
  const session = postgres()
  socket.pipe(session).pipe(socket)
  session.write(first)
}

const [ready, terminate, idle] = ['Z', 'X', 'I']
/** A message's letter, and the four bytes of its length. */
const headBytes = 5

/** Calls `take` with each whole message: a letter, a length that counts itself, and what it says. */
function takeMessages(take: (letter: string, message: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (data) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= headBytes) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      take(message.toString('latin1', 0, 1), message)
    }
  }
}

/** Pools like PgBouncer in transaction mode: each transaction is given the first session that is in none. */
function poolTransactions(): Take {
  const sessions: { socket: Socket; user: Socket | null }[] = []
  return (socket, first, postgres) => {
    const own: (typeof sessions)[number] = { socket: postgres(), user: socket }
    own.socket.on(
      'data',
      takeMessages((letter, message) => {
        own.user?.write(message)
        if (letter !== ready || message.toString('latin1', headBytes) !== idle) return
        own.user = null
        if (!sessions.includes(own)) sessions.push(own)
      }),
    )
    socket.on(
      'data',
      takeMessages((letter, message) => {
        if (letter === terminate) return
        const free = sessions.find(({ user }) => user === null)
        const session = sessions.includes(own)
          ? (sessions.find(({ user }) => user === socket) ?? free)
          : own
        if (!session) return void socket.destroy()
        session.user = socket
        session.socket.write(message)
      }),
    )
    own.socket.write(first)
  }
}

const reach = (url: string) => reachDatabase(url, { waitMs: 20_000 })

test('behind a pooler in session mode a session has its limits of time and its schema', async () => {
  const url = await freshDatabaseUrl()
  await withDatabase(url, async ({ pool }) => void (await pool.query('create schema cell_a')))
  const pooled = await startBefore(url, poolSessions)
  await reach(pooled)
  const database = await connectDatabase(pooled, { schema: 'cell_a' })
  const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
  const { rows } = await database.pool.query(
    'select name, setting, current_schema() as schema from pg_settings where name = any($1)',
    [names],
  )
  await database.close()
  expect(
    rows.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name)),
  ).toEqual([
    { name: 'lock_timeout', setting: '2000', schema: 'cell_a' },
    { name: 'statement_timeout', setting: '10000', schema: 'cell_a' },
    { name: 'idle_in_transaction_session_timeout', setting: '5000', schema: 'cell_a' },
  ])
})

test('a pooler in transaction mode is not used, and it is said what to do', async () => {
  const pooled = await startBefore(await freshDatabaseUrl(), poolTransactions())
  await expect(reach(pooled)).rejects.toThrow(
    /^DATABASE_URL: at 127\.0\.0\.1:\d+ a connection is not a session of its own, .* PgBouncer .* transaction mode: set pool_mode = session for this database, or name PostgreSQL itself$/,
  )
})

test('a process takes as many connections as it may, and no more', async () => {
  const database = await connectDatabase(await freshDatabaseUrl(), { connections: 2 })
  const clients = [await database.pool.connect(), await database.pool.connect()]
  const third = database.pool.connect()
  expect([database.pool.totalCount, database.pool.waitingCount]).toEqual([2, 1])
  for (const client of clients) client.release()
  ;(await third).release()
  await database.close()
})

test('a server that says nothing, as a machine that is off, keeps no process from the other one', async () => {
  const url = new URL(await freshDatabaseUrl())
  const silent = new URL(await startBefore(url.href, () => undefined))
  await reach(url.href.replace(url.host, `${silent.host},${url.host}`))
})
