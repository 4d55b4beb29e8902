/** The local node as if it stood far away: what it is asked takes so much longer, and it is asked as much at once as before. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveProgram } from '../programs.ts'

/** `tripMs`: the way there and back. */
type DistantNode = { rpcUrl: string; tripMs: number }

/** Answers every question with the address at which the node is far away. */
serveProgram<DistantNode>(async ({ rpcUrl, tripMs }) => {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming)
    await sleep(tripMs)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body })
    outgoing.writeHead(answer.status, headers).end(await answer.text())
  }
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    answer: () => Promise.resolve(`http://127.0.0.1:${port}`),
    close() {
      server.closeAllConnections()
      server.close()
      return Promise.resolve()
    },
  }
})
