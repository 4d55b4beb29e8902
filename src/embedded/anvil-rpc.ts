/** The few RPC calls that starting a chain takes, made without a client library. */
import { abortAfter } from '../shared/time.ts'

const answerTimeoutMs = 5_000

/** Tells whether the chain takes requests; one whose port another chain took does not. */
export async function answersAs(url: string, chainId: number): Promise<boolean> {
  try {
    return Number(await ask<string>(url, 'eth_chainId')) === chainId
  } catch {
    return false
  }
}

/**
 * Sets the chain's time to go on from its last block. After a restart anvil starts from the present,
 * which lies before that block where the test clock was moved, and blocks would go back in time.
 */
export async function continueTime(url: string): Promise<void> {
  const block = await ask<{ timestamp: string }>(url, 'eth_getBlockByNumber', ['latest', false])
  const aheadSeconds = Number(block.timestamp) - Math.floor(Date.now() / 1_000)
  if (aheadSeconds > 0) await ask(url, 'evm_increaseTime', [aheadSeconds])
}

/** Makes a block of what is pending. */
export const mineBlock = (url: string): Promise<unknown> => ask(url, 'evm_mine')

/** Counts the transactions that wait for a block. */
export async function countPending(url: string): Promise<number> {
  const { pending } = await ask<{ pending: string }>(url, 'txpool_status')
  return Number(pending)
}

async function ask<Result>(url: string, method: string, params: unknown[] = []): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: abortAfter(answerTimeoutMs),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result: Result; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}
