/** Several calls with one confirmation, all of them or none (EIP-5792). */
import { type Hex, isHash, numberToHex } from 'viem'
import { type Provider, read } from '../../wallet/provider.ts'
import { askWallet, type Signer } from '../signing/ask-wallet.ts'
import { SigningStopped } from '../signing/outcome.ts'
import type { PayerCall } from '../signing/send-call.ts'
import { until } from '../signing/until-mined.ts'

/** `ready`: the wallet can, once the account is upgraded, which it asks its owner for. */
export type BatchSupport = 'supported' | 'ready' | null

/** Asks what the wallet can do for this account on this network; wallets that do not know the question cannot. */
export async function readBatchSupport({
  provider,
  account,
  blockchain,
}: Signer): Promise<BatchSupport> {
  const chainId = numberToHex(blockchain.chainId)
  const answer = await read(provider, 'wallet_getCapabilities', [account, [chainId]]).catch(
    () => null,
  )
  const ofChain = (answer as Record<string, { atomic?: { status?: unknown } }> | null)?.[chainId]
  const status = ofChain?.atomic?.status
  return status === 'supported' || status === 'ready' ? status : null
}

/** Asks the wallet to run the calls together; returns the name that it gives them. */
export async function sendBatch(signer: Signer, calls: readonly PayerCall[]): Promise<string> {
  const request = {
    version: '2.0.0',
    chainId: numberToHex(signer.blockchain.chainId),
    from: signer.account,
    atomicRequired: true,
    calls: calls.map(({ to, data }) => ({ to, data, value: '0x0' })),
  }
  const answer = await askWallet(signer, 'wallet_sendCalls', [request])
  const { id } = (answer ?? {}) as { id?: unknown }
  if (typeof id !== 'string') throw new Error('the wallet named no batch')
  return id
}

const confirmedStatus = 200
const failedStatus = 400

/** Waits until the batch is on the chain; returns its transaction, where the wallet names it. */
export async function untilBatchMined(provider: Provider, id: string): Promise<Hex | null> {
  return until(
    async () => {
      const answer = await read(provider, 'wallet_getCallsStatus', [id])
      const { status, receipts } = (answer ?? {}) as { status?: unknown; receipts?: unknown }
      const hash = hashIn(receipts)
      if (typeof status !== 'number' || status < confirmedStatus) return null
      if (status >= failedStatus) throw new SigningStopped({ trouble: 'reverted', hash })
      return { hash }
    },
    { trouble: 'pending', hash: null },
  ).then(({ hash }) => hash)
}

function hashIn(receipts: unknown): Hex | null {
  const [receipt] = Array.isArray(receipts) ? (receipts as { transactionHash?: unknown }[]) : []
  const hash = receipt?.transactionHash
  return typeof hash === 'string' && isHash(hash) ? hash : null
}
