/**
 * Sends signed bytes to every node and classifies the result. A refusal is no failure yet: bytes that
 * a node knows have been sent, and a used nonce is most often our own success.
 */
import type { Hash } from 'viem'
import { askNodes } from '../chain/ask-nodes.ts'
import { classifySendRefusal, detailsOf, RpcUnavailable } from '../chain/chain-errors.ts'
import { broadcastTransaction, type ConnectedChain } from '../chain/clients.ts'
import { findReceipt } from '../chain/find-receipt.ts'
import { readMinedByNodes } from '../chain/lanes/nonce-counts.ts'
import type { SignedBytes } from '../chain/lanes/signed-bytes.ts'
import {
  leastNamed,
  type LeastNamed,
  lowerNamed,
  nothingNamed,
  type SendRefusal,
} from '../chain/rpc/send-words.ts'

/**
 * `sent`: a node has it, or it is mined. `lost`: its nonce was used by something else. `limited`: those that
 * answer say that they are asked too often. The others are what `SendRefusal` says.
 */
type SendResult = 'sent' | 'lost' | 'limited' | Exclude<SendRefusal, 'known' | 'nonceUsed'>

/** The result of sending, the error texts of the nodes that refused, and the least that they name. */
export type SendAnswer = { result: SendResult; errorText: string; least: LeastNamed }

const errorCharactersMax = 500

/** Refusals, the one that counts first where nodes differ. */
const bySignificance: SendRefusal[] = [
  'known',
  'nonceUsed',
  'underpriced',
  'outbid',
  'unfunded',
  'gasTooLow',
  'unclear',
  'notNow',
  'tooDear',
  'invalid',
]

/**
 * Sends one version of a transaction to every node. `hashes` are all versions ever signed of it.
 *
 * @throws `RpcUnavailable` when no node answered
 */
export async function sendTransaction(
  chain: ConnectedChain,
  signed: SignedBytes,
  hashes: Hash[],
): Promise<SendAnswer> {
  const { accepted, refusals, limits } = await broadcastTransaction(chain.nodes, signed.raw)
  if (accepted > 0) return { result: 'sent', errorText: '', least: nothingNamed }
  if (!refusals.length && limits.length)
    return { result: 'limited', errorText: joinTexts(limits.map(detailsOf)), least: nothingNamed }
  if (!refusals.length) throw new RpcUnavailable(`no node of ${chain.name} answers`)
  const classes = new Set(refusals.map(classifySendRefusal))
  const refusal = bySignificance.find((candidate) => classes.has(candidate))!
  const texts = [...new Set(refusals.map(detailsOf))]
  const errorText = joinTexts(texts)
  // While a node is silent, another one alone does not name a price: offers rise by steps.
  const isHeardOfAll = refusals.length === chain.nodes.length
  const least = isHeardOfAll ? texts.map(leastNamed).reduce(lowerNamed, nothingNamed) : nothingNamed
  if (refusal === 'known') return { result: 'sent', errorText, least }
  if (refusal !== 'nonceUsed') return { result: refusal, errorText, least }
  return { result: await resolveUsedNonce(chain, signed, hashes), errorText, least }
}

const joinTexts = (texts: string[]): string =>
  [...new Set(texts)].join('; ').slice(0, errorCharactersMax)

/** A used nonce is believed to be somebody else's only when every node has mined it, and none ours. */
async function resolveUsedNonce(
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
