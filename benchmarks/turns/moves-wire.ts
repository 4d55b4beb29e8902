/**
 * How a load generator asks the batching writer in another process for moves: eight bytes for each move, the
 * slot that asks and the actor, and four for its answer. What is written in one tick travels together.
 */
import type { Socket } from 'node:net'
import type { Role } from './cast.ts'

const roles: Role[] = ['plan', 'subscription']
const askedBytes = 8
const answeredBytes = 4
/** An actor's index is below this; the role is the rest. */
const indexMax = 2 ** 24

export type AskedMove = { slot: number; role: Role; index: number }

/** Sends numbers, all of a tick in one write. */
function gathered(socket: Socket): (values: number[]) => void {
  let waiting: number[] = []
  return (values) => {
    if (waiting.length === 0)
      setImmediate(() => {
        const bytes = Buffer.alloc(4 * waiting.length)
        for (const [index, value] of waiting.entries()) bytes.writeUInt32LE(value, 4 * index)
        waiting = []
        socket.write(bytes)
      })
    waiting.push(...values)
  }
}

/** Calls `take` with each whole frame of so many bytes. */
function onFrames(socket: Socket, frameBytes: number, take: (frame: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    const end = bytes.length - (bytes.length % frameBytes)
    for (let at = 0; at < end; at += frameBytes) take(bytes.subarray(at, at + frameBytes))
    rest = bytes.subarray(end)
  })
}

/** The load generator's side: resolves when the writer has committed the move. */
export function askOver(socket: Socket): (asked: AskedMove) => Promise<void> {
  const send = gathered(socket)
  const waiting = new Map<number, () => void>()
  onFrames(socket, answeredBytes, (frame) => waiting.get(frame.readUInt32LE(0))?.())
  return ({ slot, role, index }) =>
    new Promise((resolve) => {
      waiting.set(slot, resolve)
      send([slot, roles.indexOf(role) * indexMax + index])
    })
}

/** The writer's side. */
export function serveOver(
  socket: Socket,
  move: (role: Role, index: number) => Promise<void>,
): void {
  const send = gathered(socket)
  onFrames(socket, askedBytes, (frame) => {
    const slot = frame.readUInt32LE(0)
    const actor = frame.readUInt32LE(4)
    const role = roles[Math.floor(actor / indexMax)]!
    move(role, actor % indexMax).then(
      () => send([slot]),
      (error: unknown) => socket.destroy(error as Error),
    )
  })
}
