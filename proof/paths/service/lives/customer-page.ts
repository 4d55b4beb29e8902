/** Asks the service what a customer's own page asks, with a token that the merchant has made for it. */
import assert from 'node:assert/strict'
import type { ContractTerms } from '../../../../examples/client/payer.ts'
import { type Session, sessionOf } from '../../../../test/http/sessions.ts'
import type { RunningService } from '../running-service.ts'

export class CustomerPage {
  readonly #service: RunningService
  readonly #customerId: string

  constructor(service: RunningService, customerId: string) {
    this.#service = service
    this.#customerId = customerId
  }

  async giveFeedback(contract: string, feedback: string): Promise<void> {
    const page = await this.#open()
    const { status, body } = await page.post(`${pathOf(contract)}/feedback`, { feedback })
    assert.equal(status, 200, JSON.stringify(body))
  }

  /** The contract's address commits to these. */
  async termsOf(contract: string): Promise<ContractTerms> {
    const page = await this.#open()
    const { status, body } = await page.get(pathOf(contract))
    assert.equal(status, 200, JSON.stringify(body))
    return body.terms
  }

  /** A token is good for an hour, and days pass. */
  async #open(): Promise<Session> {
    const { dev, merchant } = this.#service
    const path = '/integration/subscriptions/create-customer-token'
    const wish = { customerId: this.#customerId, may: 'manage' }
    const { token } = await merchant.post<{ token: string }>(path, wish)
    return sessionOf(dev.baseUrl, token)
  }
}

const pathOf = (contract: string): string => `/session/subscriptions/${contract}`
