/**
 * Sends signed bytes to every node and says in one word what came of it. Refusals mean *look it
 * up*: bytes that are known are sent, and a used nonce is most often our own success.
 */
import type { Hash } from 'viem'
import { askNodes } from '../chain/ask-nodes.ts'
import {
  classifySendRefusal,
  detailsOf,
  RpcUnavailable,
  type SendRefusal,
} from '../chain/chain-errors.ts'
import { broadcastTransaction, type ConnectedChain } from '../chain/clients.ts'
import { findReceipt } from '../chain/find-receipt.ts'
import { readMinedByNodes } from '../chain/lanes/nonce-counts.ts'
import type { SignedBytes } from '../chain/lanes/signed-bytes.ts'

/**
 * `sent`: a node has it, or it is mined. `lost`: its nonce was used by something else. The others
 * are what `SendRefusal` says.
 */
type SendResult = 'sent' | 'lost' | 'underpriced' | 'unfunded' | 'gasTooLow' | 'invalid' | 'unclear'

/** What came of it, and what the nodes said against it, in their own words. */
export type SendAnswer = { result: SendResult; said: string }

/** In characters. */
const saidMax = 500

/** When nodes differ, the word that says most. */
const bySignificance: SendRefusal[] = [
  'known',
  'nonceUsed',
  'underpriced',
  'unfunded',
  'gasTooLow',
  'unclear',
  'invalid',
]

/**
 * Sends one version of a transaction. `hashes` are all versions ever signed of it.
 *
 * @throws `RpcUnavailable` when no node answered
 */
export async function sendTransaction(
  chain: ConnectedChain,
  signed: SignedBytes,
  hashes: Hash[],
): Promise<SendAnswer> {
  const { accepted, refusals } = await broadcastTransaction(chain.nodes, signed.raw)
  if (accepted > 0) return { result: 'sent', said: '' }
  if (!refusals.length) throw new RpcUnavailable(`no node of ${chain.name} answers`)
  const words = new Set(refusals.map(classifySendRefusal))
  const word = bySignificance.find((candidate) => words.has(candidate))!
  const said = [...new Set(refusals.map(detailsOf))].join('; ').slice(0, saidMax)
  if (word === 'known') return { result: 'sent', said }
  return { result: word === 'nonceUsed' ? await lookUp(chain, signed, hashes) : word, said }
}

/** A used nonce is believed to be somebody else's only when every node has mined it, and none ours. */
async function lookUp(
  chain: ConnectedChain,
  { wallet, nonce }: SignedBytes,
  hashes: Hash[],
): Promise<SendResult> {
  for (const hash of hashes) if (await isMined(chain, hash)) return 'sent'
  const { mined } = await readMinedByNodes(chain, wallet)
  return mined > nonce ? 'lost' : 'unclear'
}

async function isMined({ nodes }: ConnectedChain, hash: Hash): Promise<boolean> {
  const receipts = await askNodes(nodes, (node) => findReceipt(node, hash))
  return receipts.some((receipt) => receipt !== null)
}
