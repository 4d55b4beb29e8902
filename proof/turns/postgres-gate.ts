/**
 * A gate on the way to Postgres: it passes all bytes, and can hold a worker's commit on its way in, or
 * its answer on the way out. So a worker can be killed or stopped exactly between reading and
 * committing, or between committing and knowing it.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Stop } from '../../src/bus/bus.ts'

/** The start of the name of the prepared statement that writes a batch of turns. */
const commitMark = 'turns-'

type Side = 'request' | 'answer'
type Hold = { side: Side; held: () => void; release: Promise<void> }

type Held = {
  /** Resolves when a commit has come to the gate and is held there. */
  arrived: Promise<void>
  release(): void
}

export type Gate = Stop & {
  url: string
  /** Holds the next commit: its `request` before Postgres has it, or Postgres's `answer` to it. */
  hold(side: Side): Held
}

export async function openGate(databaseUrl: string): Promise<Gate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let next: Hold | undefined

  const server = createServer((worker) => {
    const postgres = connect(Number(target.port), target.hostname)
    for (const socket of [worker, postgres]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => socket.destroy())
    }
    worker.on('close', () => postgres.destroy())
    postgres.on('close', () => worker.destroy())
    const [inward, outward] = [passOn(postgres), passOn(worker)]
    worker.on('data', (bytes: Buffer) => {
      if (next && bytes.includes(commitMark)) {
        const { side, held, release } = next
        next = undefined
        if (side === 'request') inward.wait(release)
        else outward.wait(release)
        held()
      }
      inward.send(bytes)
    })
    postgres.on('data', (bytes: Buffer) => outward.send(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    hold(side) {
      const [arrival, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      next = { side, held: arrival.resolve, release: opening.promise }
      return { arrived: arrival.promise, release: opening.resolve }
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends bytes in order, and after `wait` not before its promise resolves. */
function passOn(socket: Socket) {
  let before = Promise.resolve()
  return {
    wait: (release: Promise<void>) => void (before = before.then(() => release)),
    send: (bytes: Buffer) =>
      void (before = before.then(() => {
        if (!socket.destroyed) socket.write(bytes)
      })),
  }
}
