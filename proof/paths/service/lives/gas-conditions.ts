/** Makes the merchant's gas wallet empty and charges too dear, and as they were before. */
import type { Address } from 'viem'
import { eventually } from '../../../../examples/client/eventually.ts'
import type { RunningService } from '../running-service.ts'
import { type Conditions, conditionsByName } from './act.ts'
import type { LocalNode } from '../others/local-node.ts'

type Held = (typeof conditionsByName)[Conditions][number]['heldBackFor']
const free = { perCharge: null, perDay: null, sharePercent: null, confirm: true }

export class GasConditions {
  readonly #service: RunningService
  readonly #chain: LocalNode
  #before = 0n
  #now: Held = null

  constructor(service: RunningService, chain: LocalNode) {
    this.#service = service
    this.#chain = chain
  }

  async become(held: Held): Promise<void> {
    if (held === this.#now) return
    const wallet = this.#service.dev.merchant.gasWallet as Address
    if (this.#now === 'GasWalletEmpty') await this.#chain.setCoins(wallet, this.#before)
    if (this.#now === 'GasCostAboveLimit') await this.#limit(null)
    if (held === 'GasWalletEmpty') {
      this.#before = await this.#chain.coinsOf(wallet)
      await this.#chain.setCoins(wallet, 0n)
    }
    if (held === 'GasCostAboveLimit') await this.#limit('0.000000000000000001')
    this.#now = held
  }

  /** Fills or empties the wallet as it was, after a reorganisation has taken that back. */
  async renew(): Promise<void> {
    const wallet = this.#service.dev.merchant.gasWallet as Address
    if (this.#now === 'GasWalletEmpty') await this.#chain.haveCoins(wallet, 0n)
    else if (this.#before > 0n) await this.#chain.haveCoins(wallet, this.#before)
  }

  /** Waits until the service has seen that the wallet can pay again: it is measured with new blocks. */
  async untilReady(): Promise<void> {
    const { merchant } = this.#service
    await eventually('the setup checklist is done', async () => {
      await this.#chain.mine()
      const { items } = await merchant.asPerson<{ items: { done: boolean }[] }>(
        'GET',
        '/test/checklist',
      )
      return items.every(({ done }) => done)
    })
  }

  #limit(perCharge: string | null): Promise<unknown> {
    const { merchant, dev } = this.#service
    const blockchain = dev.chains[0]!.name
    return merchant.asPerson('PUT', '/test/gas-limits', { ...free, blockchain, perCharge })
  }
}
