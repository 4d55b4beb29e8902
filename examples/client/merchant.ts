/** A merchant's backend that knows only HTTP and its credentials. */
import assert from 'node:assert/strict'
import type { DevJson } from './dev-json.ts'

export type Json = Record<string, unknown>
export type SubscriptionJson = Json & {
  contractAddress: string
  status: string
  phase: string
  reason: string | null
  nextChargeAt: string
  chargesMade: number
  actions: string[]
}
type MoneyJson = { value: string; currency: string }
export type PaymentJson = Json & {
  id: string
  status: string
  phase: string
  reason: string | null
  exception: string | null
  amount: MoneyJson
  paidAmount: MoneyJson
  seenAmount: MoneyJson
  dueAmount: MoneyJson
  excessAmount: MoneyJson
  refundedAmount: MoneyJson
  settlement: string
  settlementReason: string | null
  depositAddress: `0x${string}`
  checkoutUrl: string
  expiresAt: string
  actions: string[]
}
export type ChargeJson = Json & {
  status: string
  period: number
  chargeDate: string
  reason: string | null
}
export type EventJson = Json & { eventType: string; eventTs: string; sequence: number }

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const pageSize = 100

export class Merchant {
  readonly dev: DevJson

  constructor(dev: DevJson) {
    this.dev = dev
  }

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
    const { now } = await this.get<{ now: string }>('/testing/clock')
    const expiresAt = new Date(Date.parse(now) + hourMs).toISOString()
    const body = { amount: { value, currency }, expiresAt, ...more }
    const { payment } = await this.post<{ payment: PaymentJson }>('/integration/payments', body)
    return payment
  }

  async readPayment(id: string): Promise<PaymentJson> {
    return (await this.get<{ payment: PaymentJson }>(`/integration/payments/${id}`)).payment
  }

  /** Creates a Draft for the demo plan that starts now. */
  subscribe(payer: string, more: Json = {}): Promise<SubscriptionJson> {
    const startFrom = new Date(0).toISOString()
    const { planId } = this.dev
    return this.post('/integration/subscriptions', {
      planId,
      customerId: 'c-1',
      payer,
      startFrom,
      ...more,
    })
  }

  read(contractAddress: string): Promise<SubscriptionJson & { charges: ChargeJson[] }> {
    return this.get(`/integration/subscriptions/${contractAddress}`)
  }

  command(contractAddress: string, command: string): Promise<SubscriptionJson> {
    return this.post(`/integration/subscriptions/${contractAddress}/${command}`)
  }

  /** Lets business time pass, on the chain too, and checks that everything settled. */
  async pass(days: number): Promise<Date> {
    const seconds = Math.round((days * dayMs) / 1000)
    const { now, settled } = await this.post('/testing/clock/advance', { seconds })
    assert.equal(settled, true, 'the world did not settle')
    return new Date(now as string)
  }

  /** The event log after a sequence number, oldest first. */
  async events(after = 0): Promise<EventJson[]> {
    const events: EventJson[] = []
    for (;;) {
      const page = await this.#eventPage(after + events.length)
      events.push(...page)
      if (page.length < pageSize) return events
    }
  }

  /** How many events the log has: its numbers have no holes. */
  async lastEventSeq(): Promise<number> {
    return (await this.events()).length
  }

  async #eventPage(after: number): Promise<EventJson[]> {
    const path = `/integration/events?after=${after}&limit=${pageSize}`
    return (await this.get<{ events: EventJson[] }>(path)).events
  }

  /** Signs in to the dashboard and sets the endpoint. */
  async sendWebhooksTo(url: string): Promise<void> {
    const { email, password } = this.dev.merchant
    const login = await this.#dashboard('POST', '/login', { email, password })
    const cookie = login.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const saved = await this.#dashboard('PUT', '/test/webhook-endpoint', { url }, cookie)
    assert.ok(saved.ok, await saved.text())
  }

  #dashboard(method: string, path: string, body: Json, cookie = ''): Promise<Response> {
    return fetch(`${this.dev.baseUrl}/dashboard/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  }
}
