/** Reads what payers allow and have, at the request of their subscriptions and permits. */
import { RpcUnavailable } from '../../chain/chain-errors.ts'
import { createFundsMessage } from '../../chain/funds-message.ts'
import { readFunds } from '../../chain/funds.ts'
import { recordPayerFunds } from '../../chain/rows/payer-funds.ts'
import { findSubscriptions, fundsQuestionOf } from '../../chain/rows/subscriptions.ts'
import { type ClaimedRow } from '../../store/engine/outbox.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from '../dependencies.ts'
import { finishRequests, postponeRequests } from '../finish-requests.ts'
import { endOfBlock } from '../../chain/rows/position.ts'

const unreachableRetryMs = 2_000

/**
 * Answers every request with the funds on chain. While the chain does not answer, that is reported to
 * each subscription once, and the funds follow as soon as it does.
 */
export async function handleFundsRequests(
  dependencies: SendingDependencies,
  work: LaneWork,
  rows: ClaimedRow[],
): Promise<void> {
  const known = await findSubscriptions(dependencies.database.pool, rows.map(contractOf))
  const asked = rows.filter((row) => known.has(contractOf(row)))
  const subscriptions = asked.map((row) => known.get(contractOf(row))!)
  try {
    const questions = subscriptions.map(fundsQuestionOf)
    const seen = await readFunds(work.chain.reader, questions)
    const { blockNumber, funds } = seen
    await recordPayerFunds(dependencies.database.pool, work.chain.name, questions, seen)
    const position = endOfBlock(blockNumber)
    const messages = asked.map((row, index) =>
      createFundsMessage(
        `${row.id}/done`,
        subscriptions[index]!,
        funds[index]!,
        position,
        row.cause,
      ),
    )
    await finishRequests(dependencies, work, rows, messages)
  } catch (error) {
    if (!(error instanceof RpcUnavailable)) throw error
    const wait = { waitsFor: null, text: error.message }
    const messages = asked
      .filter(({ kind }) => kind === 'subscription')
      .map((row) =>
        createAnswer(row, 'unreachable', { type: 'chain.unreachable', reason: 'RpcUnavailable' }),
      )
    await postponeRequests(dependencies, rows, unreachableRetryMs, wait, messages)
  }
}

const contractOf = ({ payload }: ClaimedRow): string =>
  (payload as { contractAddress: string }).contractAddress
