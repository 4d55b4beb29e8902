/** Reports to transactions what became of them. */
import type { Hash } from 'viem'
import type { KnownTransaction } from '../chain/rows/transactions.ts'
import type { Message } from '../shared/message.ts'
import type { Reporting } from './reporting.ts'
import { tellActors } from './step.ts'

/** A transaction as it was known, and what is new of it. */
export type TransactionChange = { transaction: KnownTransaction; event: Message['event'] }

export const reportTransactions = (
  reporting: Reporting,
  changes: readonly TransactionChange[],
): Promise<void> => tellActors(reporting, changes.map(toTransactionMessage))

/** The cause is the transaction itself, so that what it leads to can be traced to its hash. */
export function toTransactionMessage({ transaction, event }: TransactionChange): Message {
  const { id, merchantId, network, revision, blockchain, hashes } = transaction
  const hash = (event.hash as Hash | undefined) ?? transaction.minedIn?.hash ?? hashes.at(-1)!
  return {
    id: `${id}/${revision}/${event.type}/${hash}`,
    kind: 'transaction',
    entityId: id,
    merchantId,
    network,
    event,
    cause: { type: 'transaction', hash, blockchain },
  }
}
