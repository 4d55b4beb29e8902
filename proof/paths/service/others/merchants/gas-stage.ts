/** The gas wallet of the demo's merchant, and a subscription for whose charges it has to last. */
import type { Address } from 'viem'
import { eventually } from '../../../../../examples/client/eventually.ts'
import { newPlan } from '../../../../../test/flow/parties.ts'
import { expectSame } from '../../../differences.ts'
import type { RunningService } from '../../running-service.ts'
import { readJournal } from '../journal.ts'
import { cancelForGood } from '../cancel.ts'
import { dashboardOf } from '../dashboard.ts'
import { untilFunded } from '../gas-funds.ts'
import type { Stage } from '../living-script.ts'
import { LocalNode } from '../local-node.ts'
import { newWallet } from '../new-wallet.ts'
import type { ScriptModel } from '../script.ts'
import type { GasHeld, MerchantAct } from './act.ts'
import { daily, littleCharges, periods, readLevel } from './daily-charges.ts'

export class GasStage implements Stage<MerchantAct> {
  readonly #service: RunningService
  readonly #node: LocalNode
  readonly #address: Address
  readonly #turnsBefore: number
  readonly #full: bigint
  #contract = ''
  #weiOfCharge = 0n

  private constructor(service: RunningService, turnsBefore: number, full: bigint) {
    this.#service = service
    this.#node = new LocalNode(service.payer)
    this.#address = service.dev.merchant.gasWallet as Address
    this.#turnsBefore = turnsBefore
    this.#full = full
  }

  static async begin(service: RunningService): Promise<GasStage> {
    const address = service.dev.merchant.gasWallet as Address
    const turns = await readJournal(dashboardOf(service), { entity: 'gasWallets', id: address })
    const full = await service.payer.reader.getBalance({ address })
    return new GasStage(service, Math.max(0, turns.length - 1), full)
  }

  async do(act: MerchantAct): Promise<void> {
    if (act.type === 'subscribeDaily') return this.#subscribe()
    if (act.type === 'hold') await this.#node.setCoins(this.#address, await this.#weiOf(act.gas))
  }

  idOf = async (): Promise<string> => this.#address
  turnsBefore = (): number => this.#turnsBefore

  async expect(model: ScriptModel): Promise<void> {
    const wallet = await readLevel(this.#service.merchant)
    expectSame('The gas wallet differs', wallet?.status, model.actorOf('gasWallet')?.status)
  }

  async leave(): Promise<void> {
    await this.#node.setCoins(this.#address, this.#full)
    await untilFunded(this.#service)
    if (this.#contract) await cancelForGood(this.#service.merchant, this.#contract)
  }

  async #weiOf(gas: GasHeld): Promise<bigint> {
    if (gas === 'full') return this.#full
    if (gas === 'nothing') return 0n
    return this.#weiOfCharge * littleCharges
  }

  async #subscribe(): Promise<void> {
    const { merchant } = this.#service
    const { own } = await newWallet(this.#service, periods)
    const planId = await newPlan(merchant, daily)
    const wanted = { planId, maxPeriods: periods, customerId: `customer of ${own.address}` }
    const { contractAddress } = await merchant.subscribe(own.address, wanted)
    this.#contract = contractAddress
    await own.approve(contractAddress, periods)
    await merchant.command(contractAddress, 'activate')
    await eventually('the first charge', async () => {
      const { status } = await merchant.read(contractAddress)
      return status === 'Active'
    })
    const wallet = await readLevel(this.#service.merchant)
    this.#weiOfCharge = this.#full / BigInt(wallet!.chargesLeft!)
  }
}
