/** Merchants' servers on the loopback interface, good and bad ones. */
import { EventEmitter, once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { every } from '../../src/shared/time.ts'

export type ReceivedCall = {
  method: string
  headers: IncomingHttpHeaders
  body: string
}

/** Answers a call; the socket is for receivers that behave badly. */
export type Behaviour = (
  respond: (status: number, body?: string, headers?: Record<string, string>) => void,
  socket: Socket,
) => void

export const healthy: Behaviour = (respond) => respond(200, 'ok')
export const broken: Behaviour = (respond) => respond(500, 'out of \u0000order')
export const hanging: Behaviour = () => undefined
export const resetting: Behaviour = (_respond, socket) => socket.resetAndDestroy()
export const redirecting: Behaviour = (respond) =>
  respond(302, '', { location: 'http://169.254.169.254/latest/meta-data/' })
export const verbose: Behaviour = (respond) => respond(200, 'x'.repeat(1024 * 1024))

/** Sends the head of its answer at once, and then a byte now and again, without end. */
export const drippingBody: Behaviour = (_respond, socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
  drip(socket, 'x')
}

/** Never ends the head of its answer, but keeps the connection busy. */
export const drippingHead: Behaviour = (_respond, socket) => {
  socket.write('HTTP/1.1 200 OK\r\n')
  drip(socket, 'x-drip: 1\r\n')
}

function drip(socket: Socket, text: string): void {
  const drops = every(50, () => socket.write(text))
  socket.once('close', () => drops.cancel())
}

export class Receiver {
  readonly calls: ReceivedCall[] = []
  behaviour: Behaviour
  connectionsMade = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #came = new EventEmitter()

  private constructor(behaviour: Behaviour) {
    this.behaviour = behaviour
    this.#server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const { method = '', headers } = request
        this.calls.push({ method, headers, body })
        this.#came.emit('call')
        const respond: Parameters<Behaviour>[0] = (status, text = '', headers = {}) =>
          response.writeHead(status, headers).end(text)
        this.behaviour(respond, request.socket)
      })
    })
    this.#server.on('connection', (socket) => {
      this.connectionsMade++
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(behaviour: Behaviour = healthy): Promise<Receiver> {
    const receiver = new Receiver(behaviour)
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks?from=mandate`
  }

  /** Resolves once it has so many calls of this kind. */
  async received(count: number, is: (call: ReceivedCall) => boolean = () => true): Promise<void> {
    while (this.calls.filter(is).length < count) await once(this.#came, 'call')
  }

  /** Resolves once no connection is open. */
  async disconnected(): Promise<void> {
    for (const socket of this.#sockets)
      await new Promise((resolve) => socket.once('close', resolve))
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
