/**
 * A small process that starts the chains and the NATS of all processes of tests. To start a process copies the memory
 * tables of the one that does: 40 ms and more for each, where a process of tests has grown to 600 MB.
 * It ends, and all its servers with it, when the process that has started it hangs up.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type AnvilSettings, startAnvil } from '../../src/embedded/anvil.ts'
import { startNats } from '../../src/embedded/nats.ts'
import type { EmbeddedServer } from '../../src/embedded/server.ts'

/** Says what is to be started, as the body of a `POST`. */
export type Launch =
  | { server: 'anvil'; settings: AnvilSettings }
  | { server: 'nats'; settings: { storeDirectory: string } }

/** Describes a started server; `id` is the path at which a `GET` reads it again, and a `DELETE` stops it. */
export type Launched = { id: string; url: string; pid: number }

const servers = new Map<string, EmbeddedServer>()

const start = (launch: Launch): Promise<EmbeddedServer> =>
  launch.server === 'anvil' ? startAnvil(launch.settings) : startNats(launch.settings)

async function answer(request: IncomingMessage): Promise<Launched> {
  const isNew = request.method === 'POST'
  const id = isNew ? `/${randomUUID()}` : request.url!
  if (isNew) servers.set(id, await start(JSON.parse(await text(request)) as Launch))
  const server = servers.get(id)
  if (!server) throw new Error(`no server ${id} was started here`)
  if (request.method === 'DELETE') await server.stop()
  const { url, pid } = server
  return { id, url, pid }
}

const listening = createServer((request, response) => {
  answer(request).then(
    (launched) => response.end(JSON.stringify(launched)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(0, '127.0.0.1', () =>
  process.send!(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`),
)
process.once('disconnect', () => process.exit())
