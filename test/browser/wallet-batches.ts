/** The part of a test's wallet that runs several calls as one (EIP-5792). */
import { randomBytes } from 'node:crypto'
import { type Address, type Hex, numberToHex } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { type Call, clientOf, type WalletAccount, type WalletChain } from './wallet-account.ts'
import { notSupported, Refusal, unknownBatch } from './wallet-refusals.ts'

export type CallsRequest = {
  version: string
  chainId: Hex
  from: Address
  atomicRequired: boolean
  calls: Call[]
}

export class WalletBatches {
  /** By the id that the page was given. */
  readonly #sent = new Map<Hex, Hex>()

  /** Whether batches are atomic already, or will be once the owner agrees to an upgrade. */
  async capabilities(account: WalletAccount, chain: WalletChain): Promise<unknown> {
    const status = (await account.isUpgraded(chain)) ? 'supported' : 'ready'
    return { [numberToHex(chain.chainId)]: { atomic: { status } } }
  }

  async send(account: WalletAccount, chain: WalletChain, request: CallsRequest): Promise<unknown> {
    const isForUs = request.version === '2.0.0' && Number(request.chainId) === chain.chainId
    if (!isForUs || !request.atomicRequired) throw new Refusal(notSupported)
    const hash = await account.sendTogether(chain, request.calls)
    const id: Hex = `0x${randomBytes(32).toString('hex')}`
    this.#sent.set(id, hash)
    return { id }
  }

  async statusOf(chain: WalletChain, id: Hex): Promise<unknown> {
    const hash = this.#sent.get(id)
    if (!hash) throw new Refusal(unknownBatch)
    const head = { version: '2.0.0', id, chainId: numberToHex(chain.chainId), atomic: true }
    const receipt = await getTransactionReceipt(clientOf(chain), { hash }).catch(() => null)
    if (!receipt) return { ...head, status: 100 }
    const { status, transactionHash, blockHash, blockNumber, gasUsed } = receipt
    const isMade = status === 'success'
    return {
      ...head,
      status: isMade ? 200 : 500,
      receipts: [
        {
          status: isMade ? '0x1' : '0x0',
          transactionHash,
          blockHash,
          blockNumber: numberToHex(blockNumber),
          gasUsed: numberToHex(gasUsed),
          logs: [],
        },
      ],
    }
  }
}
