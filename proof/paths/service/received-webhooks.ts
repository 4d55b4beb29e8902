/**
 * The merchant's endpoint while paths are lived: a receiver in this process, which verifies each webhook as a
 * merchant's server does, and keeps its body as it came.
 */
import type { EventJson, Merchant } from '../../../examples/client/merchant.ts'
import { errorText } from '../../../src/shared/errors.ts'
import { AnsweringReceiver, type Call } from './others/answering-receiver.ts'

export type Received = { event: EventJson; body: string }

export const endpointPath = '/test/webhook-endpoint'

export class ReceivedWebhooks {
  /** Keeps the first arrival of each event, by its id, in the order of arrival. */
  readonly byId = new Map<string, Received>()
  /** Sentences about calls that a service may never make. */
  readonly faults: string[] = []
  readonly #merchant: Merchant
  readonly #receiver: AnsweringReceiver
  #urlBefore: string | null = null

  private constructor(merchant: Merchant, host: string | undefined) {
    this.#merchant = merchant
    this.#receiver = new AnsweringReceiver((call) => this.#take(call), host)
  }

  /** Becomes the endpoint of the merchant, whose service reaches this machine as `host`. */
  static async begin(merchant: Merchant, host?: string): Promise<ReceivedWebhooks> {
    const webhooks = new ReceivedWebhooks(merchant, host)
    const url = await webhooks.#receiver.start()
    const before = await merchant.asPerson<{ url: string | null }>('GET', endpointPath)
    webhooks.#urlBefore = before.url
    await merchant.sendWebhooksTo(url)
    return webhooks
  }

  /** Gives webhooks back to the endpoint that was there before. */
  async end(): Promise<void> {
    await this.#merchant.asPerson('PUT', endpointPath, {
      url: this.#urlBefore,
      proof: this.#merchant.proof,
    })
    await this.#receiver.stop()
  }

  /** Calls under other API keys are for whoever has their secrets. An event may come again, as it was. */
  async #take({ body, headers }: Call): Promise<void> {
    if (headers['x-sp-key'] !== this.#merchant.dev.merchant.apiKey) return
    const text = body.toString('utf8')
    try {
      const event = await this.#merchant.mandate.webhooks.unwrap(body, headers)
      const first = this.byId.get(event.eventId)
      if (!first) this.byId.set(event.eventId, { event: event as unknown as EventJson, body: text })
      else if (first.body !== text)
        this.faults.push(`a webhook came as ${first.body}, and then as ${text}`)
    } catch (error) {
      this.faults.push(`a webhook is not genuine: ${errorText(error)}: ${text}`)
    }
  }
}
