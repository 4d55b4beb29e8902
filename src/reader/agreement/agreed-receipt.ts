/** The receipt of a transaction that as many nodes give alike as the chain requires. */
import { type Hash, keccak256, stringToHex, type TransactionReceipt } from 'viem'
import { findReceipt } from '../../chain/find-receipt.ts'
import { dataFeeOf } from '../../chain/gas/gas-spent.ts'
import type { CommonBlock } from './common-block.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'

/** `difference`: which node says what, where their answers differ; null while too few answer. */
export type ComparedReceipt =
  | { agreed: TransactionReceipt }
  | { agreed: null; difference: string | null }

/** The fields of a receipt that are believed, by name. */
type Content = Record<string, string>
type Answer = { host: string; receipt: TransactionReceipt | null }

/**
 * Compares the receipts that nodes give; one in a block that is not deep enough for them does not
 * count yet.
 */
export async function compareReceipts(
  { holders, confirmedUpTo }: CommonBlock,
  needed: number,
  hash: Hash,
): Promise<ComparedReceipt> {
  const asked = await Promise.all(
    holders.map(async ({ node, host }): Promise<Answer | null> => {
      try {
        const receipt = await findReceipt(node, hash)
        return { host, receipt: receipt?.transactionHash === hash ? receipt : null }
      } catch {
        return null
      }
    }),
  )
  const answers = asked.filter((answer) => answer !== null)
  const deep = answers.flatMap(({ receipt }) =>
    receipt && Number(receipt.blockNumber) <= confirmedUpTo ? [receipt] : [],
  )
  const candidates = deep.map((receipt) => ({ receipt, text: JSON.stringify(contentOf(receipt)) }))
  const agreed = findGivenByEnough(candidates, needed, ({ text }) => text)?.receipt
  return agreed ? { agreed } : { agreed: null, difference: differenceIn(answers) }
}

function contentOf(receipt: TransactionReceipt): Content {
  const { status, blockHash, blockNumber, gasUsed, effectiveGasPrice, logs } = receipt
  const logsText = JSON.stringify(logs.map(({ address, topics, data }) => [address, topics, data]))
  return {
    status,
    blockNumber: String(blockNumber),
    blockHash: blockHash.toLowerCase(),
    gasUsed: String(gasUsed),
    effectiveGasPrice: String(effectiveGasPrice),
    dataFee: String(dataFeeOf(receipt)),
    logs: `${logs.length} of hash ${keccak256(stringToHex(logsText.toLowerCase()))}`,
  }
}

/** Describes the fields that differ; null where none does, or only one node has answered. */
function differenceIn(answers: Answer[]): string | null {
  const contents = answers.map(({ host, receipt }) => ({
    host,
    content: receipt && contentOf(receipt),
  }))
  const known = contents.flatMap(({ content }) => (content ? [content] : []))
  const differing = Object.keys(known[0] ?? {}).filter(
    (field) => new Set(known.map((content) => content[field])).size > 1,
  )
  const isGivenByAll = known.length === 0 || known.length === answers.length
  if (answers.length < 2 || (isGivenByAll && !differing.length)) return null
  return contents
    .map(({ host, content }) => {
      if (!content) return `${host} has no receipt`
      const fields = differing.map((field) => `${field} ${content[field]}`)
      return `${host} says ${fields.join(', ') || `it is in block ${content['blockNumber']}`}`
    })
    .join('; ')
}
