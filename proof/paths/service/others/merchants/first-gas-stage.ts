/**
 * The gas wallet of a new merchant, which is measured first once it is needed. A subscription is made while it is full
 * for a moment; a service that measures it in that moment is asked again with another merchant.
 */
import type { Address } from 'viem'
import { eventually } from '../../../../../examples/client/eventually.ts'
import type { Merchant } from '../../../../../examples/client/merchant.ts'
import { newPlan } from '../../../../../test/flow/parties.ts'
import { expectSame } from '../../../differences.ts'
import type { RunningService } from '../../running-service.ts'
import { cancelForGood } from '../cancel.ts'
import type { Dashboard } from '../dashboard.ts'
import { readJournal } from '../journal.ts'
import type { Stage } from '../living-script.ts'
import { LocalNode } from '../local-node.ts'
import { newWallet } from '../new-wallet.ts'
import type { ScriptModel } from '../script.ts'
import type { GasHeld, MerchantAct } from './act.ts'
import { daily, littleCharges, periods, readLevel } from './daily-charges.ts'
import { registerMerchant, setUp } from './new-merchant.ts'

type Begun = { merchant: Merchant; dashboard: Dashboard; address: Address; contract: string }

/** A wallet is measured every two seconds, and full for far less. */
const triesMax = 10
const full = 10n ** 18n
/** Nothing is charged while a path is lived. */
const startsAfterMs = 86_400_000

export class FirstGasStage implements Stage<MerchantAct> {
  readonly #service: RunningService
  readonly #node: LocalNode
  #begun: Begun | null = null

  constructor(service: RunningService) {
    this.#service = service
    this.#node = new LocalNode(service.payer)
  }

  get dashboard(): Dashboard {
    return this.#begun!.dashboard
  }

  async do(act: MerchantAct): Promise<void> {
    if (act.type !== 'beginFirst') return
    for (let tries = 1; tries <= triesMax; tries++) if (await this.#begin(act.gas)) return
    throw new Error(
      `the wallets of ${triesMax} new merchants were all measured while they were full`,
    )
  }

  idOf = async (): Promise<string> => this.#begun!.address

  async expect(model: ScriptModel): Promise<void> {
    const wallet = await readLevel(this.#begun!.merchant)
    expectSame('The gas wallet differs', wallet?.status, model.actorOf('gasWallet')!.status)
  }

  leave = (): Promise<void> => this.#cancel()

  /** Makes a subscription that is due tomorrow, with a wallet that holds so much; false where it was measured while full. */
  async #begin(gas: GasHeld): Promise<boolean> {
    await this.#cancel()
    const made = await registerMerchant(this.#service)
    const { dashboard } = made
    const merchant = await setUp(made, this.#service.dev)
    const address = merchant.dev.merchant.gasWallet as Address
    const { own } = await newWallet(this.#service, periods)
    const planId = await newPlan(merchant, daily)
    const { now } = await merchant.mandate.testClock.read()
    const startFrom = new Date(Date.parse(now) + startsAfterMs)
    const terms = {
      planId,
      maxPeriods: periods,
      customerId: `customer of ${own.address}`,
      startFrom,
    }
    await this.#node.setCoins(address, full)
    const chargesLeft = await eventually(
      'a full wallet',
      async () => (await readLevel(merchant))?.chargesLeft,
    )
    const { contractAddress } = await merchant.subscribe(own.address, terms)
    this.#begun = { merchant, dashboard, address, contract: contractAddress }
    await this.#node.setCoins(address, 0n)
    await own.approve(contractAddress, periods)
    if (gas === 'little')
      await this.#node.setCoins(address, (full / BigInt(chargesLeft)) * littleCharges)
    await merchant.command(contractAddress, 'activate')
    const wallet = { entity: 'gasWallets', id: address }
    const [first] = await readJournal(dashboard, wallet, 1)
    return first?.to !== 'Ready'
  }

  async #cancel(): Promise<void> {
    if (!this.#begun) return
    const { merchant, address, contract } = this.#begun
    // It is cancelled on the chain.
    await this.#node.setCoins(address, full)
    await cancelForGood(merchant, contract)
  }
}
