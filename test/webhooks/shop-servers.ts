/** Servers of shops, which really run, and what the check of endpoints says of them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { checkWebhook, type Result } from '../../packages/node/src/check-webhook/check-webhook.ts'
import { pace } from '../../packages/node/src/check-webhook/pace.ts'
import { createWebhooks } from '../../packages/node/src/index.ts'

export const key = { apiKey: 'test_shop', apiSecret: 'a secret with ü' }
/** The pace of the service, but for waits that no test needs. */
const quickPace = { ...pace, delayMs: 20, pieceMs: 5 }

export type Answer = { status: number; body?: string; headers?: Record<string, string> }
export type Deal = (request: IncomingMessage, body: Buffer) => Promise<Answer> | Answer

type ReadBody = (request: IncomingMessage) => Promise<Buffer>

/** Answers as it is told, until the test is over; returns its address. */
export async function serve(deal: Deal, readBody: ReadBody = buffer): Promise<string> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const { status, body, headers } = await deal(request, await readBody(request))
      response.writeHead(status, headers).end(body)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export type ShopEvent = { eventId: string; eventType: string; sequence: number; resourceId: string }

/**
 * Records what a shop's server has done: which events it acted on, and what it holds as the newest of each resource.
 */
export class Done {
  readonly #handled = new Map<string, string[]>()
  readonly #newest = new Map<string, number>()

  isHandled = ({ resourceId, eventId }: ShopEvent): boolean =>
    this.#handled.get(resourceId)?.includes(eventId) ?? false

  newestOf = ({ resourceId }: ShopEvent): number => this.#newest.get(resourceId) ?? 0

  act({ resourceId, eventId }: ShopEvent, sequence: number): void {
    this.#handled.set(resourceId, [...(this.#handled.get(resourceId) ?? []), eventId])
    this.#newest.set(resourceId, sequence)
  }

  /** Does what is right: each event once, and an earlier one changes nothing. */
  actRightly(event: ShopEvent): void {
    if (!this.isHandled(event)) this.act(event, Math.max(this.newestOf(event), event.sequence))
  }

  /** Answers the question of the check. */
  tell(request: IncomingMessage): Answer {
    const id = new URL(request.url!, 'http://shop').searchParams.get('resourceId')!
    const handled = this.#handled.get(id) ?? []
    const sequence = this.#newest.get(id) ?? null
    return { status: 200, body: JSON.stringify({ handled, sequence }) }
  }
}

/** Reads an event without any check. */
export function readEvent(body: Buffer): ShopEvent {
  const event = JSON.parse(body.toString()) as ShopEvent & Record<string, unknown>
  const [, resource] = Object.entries(event).find(
    ([name, value]) => typeof value === 'object' && value !== null && name !== 'cause',
  ) as [string, Partial<Record<string, string>>]
  const { id, contractAddress, customerId, blockchain } = resource
  return { ...event, resourceId: id ?? contractAddress ?? customerId ?? blockchain ?? '' }
}

const webhooks = createWebhooks({ secrets: { [key.apiKey]: key.apiSecret } })

/** A server's way with a call: `check` throws where it is not genuine; `done` is what the echo tells. */
export type Way = (call: {
  request: IncomingMessage
  body: Buffer
  check: () => Promise<ShopEvent>
  done: Done
}) => Promise<Answer> | Answer

/** A shop whose server deals in this way, and answers 401 where it throws. */
export function serveShop(way: Way, readBody?: ReadBody): Promise<string> {
  const done = new Done()
  return serve(async (request, body) => {
    if (request.method === 'GET') return done.tell(request)
    const check = async () => {
      await webhooks.unwrap(body, request.headers)
      return readEvent(body)
    }
    try {
      return await way({ request, body, check, done })
    } catch {
      return { status: 401, body: 'not genuine' }
    }
  }, readBody)
}

/** An endpoint built with the client acts like this. */
export const rightWay: Way = async ({ check, done }) => {
  done.actRightly(await check())
  return { status: 204 }
}

type Asked = {
  only?: string[]
  isWithEcho?: boolean
  apiKey?: string
  answerMs?: number
  readBody?: ReadBody
}

/** Checks an endpoint to the end. */
export async function check(url: string, asked: Asked = {}): Promise<Result[]> {
  const { only, isWithEcho = true, apiKey = key.apiKey, answerMs = quickPace.answerMs } = asked
  const target = {
    url: `${url}/hooks`,
    echoUrl: isWithEcho ? `${url}/echo` : null,
    key: { ...key, apiKey },
  }
  const results: Result[] = []
  const options = { signal: new AbortController().signal, pace: { ...quickPace, answerMs } }
  for await (const result of checkWebhook(target, { ...options, ...(only && { only }) }))
    results.push(result)
  return results
}

/** Checks a shop of this way, and returns which checks it failed, with their rules. */
export async function findBroken(way: Way, asked: Asked = {}): Promise<Record<string, string>> {
  const results = await check(await serveShop(way, asked.readBody), asked)
  const broken = results.filter(({ outcome }) => outcome === 'Broken')
  return Object.fromEntries(broken.map(({ check: name, rule }) => [name, rule]))
}
