/** The node of the chain, and the gas wallet's coins there, as paths of sending change and leave them. */
import type { Address } from 'viem'
import type { RunningService } from '../../running-service.ts'
import { LocalNode, type PooledTransaction } from '../local-node.ts'
import type { ChainAct } from './act.ts'

/** Far above what is offered on a chain that is quiet, and below every limit. */
const dearWei = 20n * 10n ** 9n
export const otherChainId = 31_338

export class SendingChain {
  readonly #node: LocalNode
  readonly #gasWallet: Address
  readonly #chainId: number
  readonly #full: bigint
  readonly #baseFee: bigint
  #isHeld = false

  private constructor({ dev, payer }: RunningService, full: bigint, baseFee: bigint) {
    this.#node = new LocalNode(payer)
    this.#gasWallet = dev.merchant.gasWallet as Address
    this.#chainId = dev.chains[0]!.chainId
    this.#full = full
    this.#baseFee = baseFee
  }

  static async begin(service: RunningService): Promise<SendingChain> {
    const { reader } = service.payer
    const address = service.dev.merchant.gasWallet as Address
    const { baseFeePerGas } = await reader.getBlock()
    return new SendingChain(service, await reader.getBalance({ address }), baseFeePerGas!)
  }

  async do(act: ChainAct): Promise<void> {
    switch (act.type) {
      case 'emptyGas':
        return this.#node.setCoins(this.#gasWallet, 0n)
      case 'fillGas':
        return this.#node.setCoins(this.#gasWallet, this.#full)
      case 'hold':
        this.#isHeld = true
        return this.#node.hold()
      case 'mine':
        return void (await this.#node.mineBlocks(act.blocks ?? 1))
      case 'takeBack':
        return this.#node.replaceAbove((await this.#node.head()) - 1)
      case 'moveToNextBlock':
        return this.#node.moveToNextBlock()
      case 'mineReverting':
        return this.#node.mineReverting((await this.#pooled()).to)
      case 'forget':
        return this.#node.dropAndMine(await this.#pooled(), dearWei)
      case 'useNonce':
        return this.#node.useNonce(this.#gasWallet)
      case 'refuse':
        return void (await this.#node.becomeChain(otherChainId))
      case 'takeAgain':
        return void (await this.#node.becomeChain(this.#chainId))
      case 'raiseFees':
        return this.#node.mineAtBaseFee(dearWei)
      case 'waitUntilPooled':
        return void (await this.#pooled())
    }
  }

  /** Leaves the chain as others want to find it. */
  async leave(): Promise<void> {
    await this.#node.becomeChain(this.#chainId)
    await this.#node.setCoins(this.#gasWallet, this.#full)
    await this.#node.mineAtBaseFee(this.#baseFee)
    if (this.#isHeld) await this.#node.release()
  }

  #pooled = (): Promise<PooledTransaction> => this.#node.untilPooled(this.#gasWallet)
}
