/** A connection between a browser and the service that can be cut, and mended again. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Passes everything on to the service at `target`. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => {
    const onward = connect(Number(port), hostname)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from))
      from.pipe(to)
    }
  }
  let server = await listen(take, 0)
  const { port: ownPort } = server.address() as AddressInfo
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${ownPort}`,
    cut,
    async mend() {
      server = await listen(take, ownPort)
    },
    async stop() {
      const closed = new Promise((resolve) => server.once('close', resolve))
      cut()
      await closed
    },
  }
}

function listen(take: (socket: Socket) => void, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(take)
    server.once('error', reject)
    server.listen(port, () => resolve(server))
  })
}
