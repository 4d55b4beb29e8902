/** A payment of ten tokens: what its payer sends, also of a token that nobody asked for, and the sweeps that are ordered. */
import { type Address, erc20Abi } from 'viem'
import { eventually } from '../../../../../examples/client/eventually.ts'
import type { PaymentJson } from '../../../../../examples/client/merchant.ts'
import type { RunningService } from '../../running-service.ts'
import { newWallet, type Wallet } from '../new-wallet.ts'
import { eventuallyAfterARest } from '../patience.ts'

const price = '10'
const priceUnits = 10_000_000n
export const otherUnits = 3_000_000n

export class PathPayment {
  readonly id: string
  readonly #address: string
  readonly #service: RunningService
  readonly #wallet: Wallet

  private constructor(
    service: RunningService,
    wallet: Wallet,
    { id, depositAddress }: PaymentJson,
  ) {
    this.#service = service
    this.#wallet = wallet
    this.id = id
    this.#address = depositAddress
  }

  static async create(service: RunningService): Promise<PathPayment> {
    const wallet = await newWallet(service, Number(price))
    return new PathPayment(service, wallet, await service.merchant.createPayment(price))
  }

  pay = (): Promise<void> => this.#wallet.own.send(this.#address, priceUnits)

  async payOther(): Promise<void> {
    await this.#wallet.other.send(this.#address, otherUnits)
    await eventually('the other token', async () => {
      const { otherTokens } = await this.#service.merchant.readPayment(this.id)
      return otherTokens.length > 0
    })
  }

  orderSweep = (): Promise<unknown> =>
    this.#service.merchant.post(`/integration/payments/${this.id}/sweep`)

  /** Reads what lies there of the other token. */
  left = (): Promise<bigint> =>
    this.#service.payer.reader.readContract({
      address: this.#service.dev.chains[0]!.assets[1]!.address as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [this.#address as Address],
    })

  /** Moves what a path has left there, also after nodes have refused a transaction and the wallet rested. */
  async moveTheRest(): Promise<void> {
    if ((await this.left()) === 0n) return
    await this.orderSweep()
    await eventuallyAfterARest('the sweep', async () => (await this.left()) === 0n)
  }
}
