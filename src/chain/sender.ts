/**
 * Sends signed bytes to every node and says in one word what came of it. Refusals mean *look it
 * up*: bytes that are known are sent, and a used nonce is most often our own success.
 */
import { type Address, type Hash, TransactionReceiptNotFoundError } from 'viem'
import { getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { classifySendRefusal, reading, RpcUnavailable, type SendRefusal } from './chain-errors.ts'
import { broadcast, type ConnectedChain } from './clients.ts'
import type { SignedBytes } from './signed-transactions.ts'

/**
 * `sent`: a node has it, or it is mined. `lost`: its nonce was used by something else. The others
 * are what `SendRefusal` says.
 */
export type SendResult = 'sent' | 'lost' | 'underpriced' | 'unfunded' | 'invalid' | 'unclear'

/** When nodes differ, the word that says most. */
const bySignificance: SendRefusal[] = [
  'known',
  'nonceUsed',
  'underpriced',
  'unfunded',
  'unclear',
  'invalid',
]

/**
 * Sends one version of a transaction. `hashes` are all versions ever signed of it.
 *
 * @throws `RpcUnavailable` when no node answered
 */
export async function send(
  chain: ConnectedChain,
  signed: SignedBytes,
  hashes: Hash[],
): Promise<SendResult> {
  const { accepted, refusals } = await broadcast(chain.nodes, signed.raw)
  if (accepted > 0) return 'sent'
  if (!refusals.length) throw new RpcUnavailable(`no node of ${chain.name} answers`)
  const words = new Set(refusals.map(classifySendRefusal))
  const word = bySignificance.find((candidate) => words.has(candidate))!
  if (word === 'known') return 'sent'
  return word === 'nonceUsed' ? lookUp(chain, signed, hashes) : word
}

async function lookUp(
  { reader }: ConnectedChain,
  { wallet, nonce }: SignedBytes,
  hashes: Hash[],
): Promise<SendResult> {
  for (const hash of hashes) if (await isMined(reader, hash)) return 'sent'
  const mined = await reading(() =>
    getTransactionCount(reader, { address: wallet as Address, blockTag: 'latest' }),
  )
  return mined > nonce ? 'lost' : 'unclear'
}

async function isMined(reader: ConnectedChain['reader'], hash: Hash): Promise<boolean> {
  try {
    await reading(() => getTransactionReceipt(reader, { hash }))
    return true
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return false
    throw error
  }
}
