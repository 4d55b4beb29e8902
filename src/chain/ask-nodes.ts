/** Asks all nodes of a chain the same question, where one of them must not decide alone. */
import type { Client } from 'viem'
import { readFromChain } from './chain-errors.ts'
import { wait } from '../shared/time.ts'

/** The other nodes have this long to answer after the first one. */
const slowNodeMs = 1_000

/**
 * Asks the nodes, and returns at least one answer; a node that fails or is slow is left out.
 *
 * @throws `RpcUnavailable` when none answers
 */
export async function askNodes<Answer>(
  nodes: Client[],
  ask: (node: Client) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const errors: unknown[] = []
  const first = Promise.withResolvers<void>()
  const askOne = async (node: Client) => {
    try {
      answers.push(await ask(node))
      first.resolve()
    } catch (error) {
      errors.push(error)
    }
  }
  const all = Promise.all(nodes.map(askOne)).then(() => first.resolve())
  await first.promise
  const enough = new AbortController()
  await Promise.race([all, wait(slowNodeMs, enough.signal)])
  enough.abort()
  if (!answers.length) await readFromChain(() => Promise.reject(errors[0] as Error))
  return [...answers]
}
