/** Callers who send a little now and then, to hold a connection for as long as they like. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../test/http/world.ts'

const trickleMs = 500
/** Later than 15 s by what a busy machine adds, and before the 60 s that Node would wait by itself. */
const endedWithinMs = 40_000
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Sends the beginning, then a bit again and again until the service ends it; returns what it said. */
function trickle(beginning: string[], bit: string): Promise<string> {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  socket.write(beginning.join('\r\n'))
  const trickling = setInterval(() => socket.writable && socket.write(bit), trickleMs)
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()))
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.destroy(), endedWithinMs)
    socket.once('close', () => {
      clearInterval(trickling)
      clearTimeout(giveUp)
      resolve(received)
    })
  })
}

test(
  'a request that has not arrived after 15 seconds is ended, in its headers and in its body',
  async () => {
    const post = ['POST /dashboard/api/login HTTP/1.1', 'host: x', 'content-type: application/json']
    const received = await Promise.all([
      trickle(['GET / HTTP/1.1', 'host: x', ''], 'x: y\r\n'),
      trickle([...post, 'content-length: 1000', '', '{'], ' '),
      trickle([...post, 'transfer-encoding: chunked', '', ''], '1\r\n \r\n'),
    ])
    for (const answer of received) expect(answer).toMatch(/^HTTP\/1.1 408 [\s\S]*"RequestTimeout"/)
  },
  2 * endedWithinMs,
)
