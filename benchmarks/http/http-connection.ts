/**
 * A connection that is kept and has one request under way, on a bare socket: a client that parses no more than it
 * must leaves the processor to what is measured.
 */
import { connect, type Socket } from 'node:net'

export type HttpAnswer = { status: number; body: string }

const headEnd = Buffer.from('\r\n\r\n')

export class HttpConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #asked: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#asked?.reject(error))
    socket.on('close', () => this.#asked?.reject(new Error('the service closed the connection')))
  }

  static open(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new HttpConnection(socket)))
      socket.once('error', reject)
    })
  }

  /** Writes a request as it goes over the wire; resolves with its answer. */
  ask(request: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the service closed the connection'))
      this.#asked = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#asked = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk
    const end = this.#received.indexOf(headEnd)
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const bodyBytes = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    const begin = end + headEnd.length
    if (!(this.#received.length >= begin + bodyBytes)) return
    const body = this.#received.toString('utf8', begin, begin + bodyBytes)
    this.#received = this.#received.subarray(begin + bodyBytes)
    const asked = this.#asked
    this.#asked = null
    asked?.resolve({ status: Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), body })
  }
}

type Request = { method: string; path: string; headers?: Record<string, string>; body?: unknown }

/** Writes a request as text. */
export function toWire({ method, path, headers = {}, body }: Request): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(text && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
