/** The merchant's endpoint of a drill: checks each signature by itself, and keeps what came in the order in which it came. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ApiKey, Json } from './shop.ts'

export type Arrival = {
  at: number
  /** `payment/…`, `subscription/0x…` and so on. */
  resource: string
  sequence: number
  eventId: string
  eventType: string
  status: string
  previousStatus: string | null
  bodyHash: string
}

/**
 * An address of its own, where the system has more than one for itself: while the endpoint is away, another program's server
 * might get its port, and answer its calls with success.
 */
const drawHost = (): string =>
  process.platform === 'linux' ? `127.0.0.${2 + Math.floor(Math.random() * 250)}` : '127.0.0.1'

export class Receiver {
  readonly arrivals: Arrival[] = []
  /** Calls whose signature is wrong, or whose body is no event. */
  strange = 0
  readonly #key: ApiKey
  readonly #onArrival: (arrival: Arrival) => void
  #server: Server | null = null
  readonly #host = drawHost()
  #port = 0

  constructor(key: ApiKey, onArrival: (arrival: Arrival) => void) {
    this.#key = key
    this.#onArrival = onArrival
  }

  get url(): string {
    return `http://${this.#host}:${this.#port}/hooks`
  }

  /** Listens, on the port of before where there was one. */
  async on(): Promise<void> {
    if (this.#server) return
    const server = createServer((request, response) => {
      this.#take(request, response).catch(() => response.destroy())
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#port, this.#host, resolve)
    })
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Refuses connections from now on. */
  async off(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const digest = createHmac('sha256', this.#key.secret).update(body).digest('hex')
    if (request.headers['x-sp-digest'] !== digest) {
      this.strange++
      response.writeHead(401).end()
      return
    }
    const event = JSON.parse(body.toString()) as Json
    this.#note(event, body)
    response.writeHead(204).end()
  }

  #note(event: Json, body: Buffer): void {
    const [name, resource] = resourceOf(event)
    const id = resource['id'] ?? resource['contractAddress'] ?? resource['customerId']
    const arrival: Arrival = {
      at: performance.now(),
      resource: `${name}/${String(id ?? resource['address'])}`,
      sequence: Number(event['sequence']),
      eventId: String(event['eventId']),
      eventType: String(event['eventType']),
      status: String(resource['status']),
      previousStatus: (event['previousStatus'] ?? null) as string | null,
      bodyHash: createHash('sha256').update(body).digest('base64'),
    }
    this.arrivals.push(arrival)
    this.#onArrival(arrival)
  }
}

/** Returns what an event is about: the one object in it beside its cause. */
function resourceOf(event: Json): [name: string, resource: Json] {
  const found = Object.entries(event).find(
    ([name, value]) => name !== 'cause' && typeof value === 'object' && value !== null,
  )
  return found ? [found[0], found[1] as Json] : ['nothing', {}]
}
