/** The first connection of a process: a pooler before PostgreSQL is found and named, a machine that is off is done without. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { reachDatabase } from '../../src/store/starting/reach-database.ts'
import { freshDatabaseUrl } from '../support/database.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** The address of a server at which `take` is done with each connection, which is given what PostgreSQL's client says first. */
async function startBefore(
  url: string,
  take: (socket: Socket, first: Buffer, postgres: () => Socket) => void,
): Promise<string> {
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
        socket.pipe(onward).pipe(socket)
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

/** The first message without its `options`: a length and a version of four bytes each, then names and values, a zero behind each. */
function withoutOptions(first: Buffer): Buffer {
  const head = 8
  const words = first.subarray(head).toString('latin1').split('\0')
  const at = words.indexOf('options')
  const rest = Buffer.from(words.toSpliced(at, 2).join('\0'), 'latin1')
  const message = Buffer.concat([first.subarray(0, head), rest])
  message.writeInt32BE(message.length)
  return message
}

const reach = (url: string) => reachDatabase(url, { waitMs: 20_000 })
const whatToDo =
  /^DATABASE_URL: at 127\.0\.0\.1:\d+ the settings of a session do not count, .* PgBouncer .*: name PostgreSQL itself/

test('a pooler that throws the settings of a session away is not used', async () => {
  const pooled = await startBefore(await freshDatabaseUrl(), (_, first, postgres) =>
    postgres().write(withoutOptions(first)),
  )
  await expect(reach(pooled)).rejects.toThrow(whatToDo)
})

test('of a pooler that refuses them it is said what to do', async () => {
  const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
  const pooled = await startBefore(await freshDatabaseUrl(), (socket) => {
    const answer = Buffer.from(`E\0\0\0\0${refusal}`, 'latin1')
    answer.writeInt32BE(answer.length - 1, 1)
    socket.end(answer)
  })
  await expect(reach(pooled)).rejects.toThrow(whatToDo)
})

test('a server that says nothing, as a machine that is off, keeps no process from the other one', async () => {
  const url = new URL(await freshDatabaseUrl())
  const silent = new URL(await startBefore(url.href, () => undefined))
  await reach(url.href.replace(url.host, `${silent.host},${url.host}`))
})
