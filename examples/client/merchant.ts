/** A merchant's backend of the demo, which knows only HTTP and its credentials. */
import assert from 'node:assert/strict'
import {
  type Charge,
  createMandate,
  type Event,
  type Mandate,
  type Payment,
  type Subscription,
} from '../../packages/node/src/index.ts'
import type { DevJson } from './dev-json.ts'

export type Json = Record<string, unknown>
export type SubscriptionJson = Subscription
export type ChargeJson = Charge
export type PaymentJson = Payment & { depositAddress: `0x${string}` }
/** An event of any type, whose resource is looked for by its name. */
export type EventJson = Json & Pick<Event, 'eventType' | 'eventTs' | 'sequence'>

const hourMs = 60 * 60 * 1000
const daySeconds = 24 * 60 * 60
const pageSize = 1_000
/** How often a call is made again that came too soon after others. */
const repetitionsMax = 20

export class Merchant {
  readonly dev: DevJson
  readonly mandate: Mandate
  readonly #headers: Record<string, string>
  #cookie: Promise<string> | null = null

  /** `headers` go along with every call of the dashboard. */
  constructor(dev: DevJson, headers: Record<string, string> = {}) {
    this.dev = dev
    this.#headers = headers
    this.mandate = createMandate({ baseUrl: dev.baseUrl, ...dev.merchant })
  }

  /** Calls a path as it is, and answers whatever comes. */
  async call(method: string, path: string, body?: Json): Promise<{ status: number; body: Json }> {
    const { apiKey, apiSecret } = this.dev.merchant
    const response = await fetch(`${this.dev.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }

  async get<Answer = Json>(path: string): Promise<Answer> {
    const { status, body } = await this.call('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return body as Answer
  }

  async post<Answer = Json>(path: string, body: Json = {}): Promise<Answer> {
    const { status, body: answer } = await this.call('POST', path, body)
    assert.ok(status < 300, `${path} ${status} ${JSON.stringify(answer)}`)
    return answer as Answer
  }

  /** Asks for a decimal amount of the demo token, for an hour unless `more` says otherwise. */
  async createPayment(value: string, more: Json = {}): Promise<PaymentJson> {
    const currency = this.dev.chains[0]!.assets[0]!.code
    const { now } = await this.mandate.testClock.read()
    const expiresAt = new Date(Date.parse(now) + hourMs)
    const amount = { value, currency }
    return (await this.mandate.payments.create({ amount, expiresAt, ...more })) as PaymentJson
  }

  async readPayment(id: string): Promise<PaymentJson> {
    return (await this.mandate.payments.get(id)) as PaymentJson
  }

  /** Creates a Draft for the demo plan that starts now. */
  subscribe(payer: string, more: Json = {}): Promise<SubscriptionJson> {
    const { planId } = this.dev
    const startFrom = new Date(0)
    return this.mandate.subscriptions.create({
      planId,
      customerId: 'c-1',
      payer,
      startFrom,
      ...more,
    })
  }

  read(contractAddress: string): Promise<SubscriptionJson & { charges: ChargeJson[] }> {
    return this.mandate.subscriptions.get(contractAddress)
  }

  command(
    contractAddress: string,
    command: 'activate' | 'pause' | 'unpause' | 'cancel',
  ): Promise<SubscriptionJson> {
    return this.mandate.subscriptions[command](contractAddress)
  }

  /** Lets business time pass, on the chain too, and checks that everything settled. */
  async pass(days: number): Promise<Date> {
    const seconds = Math.round(days * daySeconds)
    const { now, settled } = await this.mandate.testClock.advance({ seconds })
    assert.equal(settled, true, 'the world did not settle')
    return new Date(now)
  }

  /** The event log after a log number, oldest first. */
  async events(after = 0): Promise<EventJson[]> {
    const events = await this.mandate.events.list({ after, limit: pageSize }).toArray()
    return events as EventJson[]
  }

  /** How many events the log has: its numbers have no holes. */
  async lastEventSeq(): Promise<number> {
    return (await this.events()).length
  }

  /** Sets the endpoint in the dashboard. */
  async sendWebhooksTo(url: string): Promise<void> {
    await this.asPerson('PUT', '/test/webhook-endpoint', { url, proof: this.proof })
  }

  /** What the calls of the dashboard carry that give money or the account away. */
  get proof(): { password: string } {
    return { password: this.dev.merchant.password }
  }

  /** Makes a call of the dashboard, signed in. */
  async asPerson<Answer = Json>(method: string, path: string, body?: Json): Promise<Answer> {
    // Once for all calls: who signs in again and again is stopped.
    this.#cookie ??= this.#signIn()
    const response = await this.#dashboard(method, path, body, await this.#cookie)
    const text = await response.text()
    return (text ? JSON.parse(text) : undefined) as Answer
  }

  async #signIn(): Promise<string> {
    const { email, password } = this.dev.merchant
    const { headers } = await this.#dashboard('POST', '/login', { email, password })
    const cookies = headers.getSetCookie().map((text) => text.split(';')[0])
    return cookies.join('; ')
  }

  /** Waits as long as it is told to, where there were too many calls of one person. */
  async #dashboard(method: string, path: string, body?: Json, cookie = ''): Promise<Response> {
    let response = await this.#ask(method, path, body, cookie)
    for (let again = 0; response.status === 429 && again < repetitionsMax; again++) {
      const waitMs = Number(response.headers.get('retry-after') ?? 1) * 1_000
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      response = await this.#ask(method, path, body, cookie)
    }
    assert.ok(response.ok, `${path} ${response.status}`)
    return response
  }

  #ask(method: string, path: string, body: Json | undefined, cookie: string): Promise<Response> {
    return fetch(`${this.dev.baseUrl}/dashboard/api${path}`, {
      method,
      headers: {
        ...this.#headers,
        cookie,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
}
