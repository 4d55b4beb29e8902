/** The receipt of a transaction as so many nodes give it as the chain needs to agree. */
import type { Hash, TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { dataFeeOf } from '../gas-spent.ts'
import type { CommonBlock } from './common-block.ts'

/** Returns null where too few nodes give the same, or it is not deep enough for them. */
export async function readAgreedReceipt(
  { holders, confirmedUpTo }: CommonBlock,
  needed: number,
  hash: Hash,
): Promise<TransactionReceipt | null> {
  const answers = await Promise.all(
    holders.map(({ node }) => getTransactionReceipt(node, { hash }).catch(() => null)),
  )
  const receipts = answers.filter(
    (receipt) => receipt?.transactionHash === hash && Number(receipt.blockNumber) <= confirmedUpTo,
  ) as TransactionReceipt[]
  const contents = receipts.map(contentOf)
  const isAgreed = (content: string) =>
    contents.filter((other) => other === content).length >= needed
  return receipts[contents.findIndex(isAgreed)] ?? null
}

/** Everything that is believed of a receipt. */
function contentOf(receipt: TransactionReceipt): string {
  const { status, blockHash, blockNumber, gasUsed, effectiveGasPrice, logs } = receipt
  const figures = [blockNumber, gasUsed, effectiveGasPrice, dataFeeOf(receipt)].map(String)
  const told = logs.map(({ address, topics, data }) => [address, topics, data])
  return JSON.stringify([status, blockHash, figures, told]).toLowerCase()
}
