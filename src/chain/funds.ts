/**
 * Reads from the tokens what payers allow and have. Amounts in logs are never believed: a log
 * says that something changed, and the token is asked for the amount.
 */
import type { Address, Client } from 'viem'
import { getBlockNumber, multicall } from 'viem/actions'
import { erc20Abi } from './abi/erc20.ts'
import { readFromChain } from './chain-errors.ts'
import { batchSizeFor } from './multicall-size.ts'

export type FundsQuestion = { token: Address; payer: Address; contractAddress: Address }
/** Base units. */
export type Funds = { allowance: bigint; balance: bigint }
export type FundsSeen = { blockNumber: bigint; funds: Funds[] }

/** A selector and one argument. */
const balanceOfBytes = 36
const allowanceBytes = 68

/**
 * Reads allowance and balance of each question, in order, all at one block: `atBlock`, or the
 * latest. Throws `RpcUnavailable`, or the revert of a contract that is no token.
 */
export async function readFunds(
  client: Client,
  questions: FundsQuestion[],
  atBlock?: bigint,
): Promise<FundsSeen> {
  return readFromChain(async () => {
    const blockNumber = atBlock ?? (await getBlockNumber(client, { cacheTime: 0 }))
    if (!questions.length) return { blockNumber, funds: [] }
    const answers = await multicall(client, {
      contracts: questions.flatMap(
        ({ token, payer, contractAddress }) =>
          [
            {
              address: token,
              abi: erc20Abi,
              functionName: 'allowance',
              args: [payer, contractAddress],
            },
            { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [payer] },
          ] as const,
      ),
      allowFailure: false,
      deployless: true,
      batchSize: batchSizeFor(balanceOfBytes),
      blockNumber,
    })
    const amounts = answers as bigint[]
    const funds = questions.map((_, index) => ({
      allowance: amounts[2 * index]!,
      balance: amounts[2 * index + 1]!,
    }))
    return { blockNumber, funds }
  })
}

/**
 * Reads what the payers allow now, in the order of the questions, each from its token; null where that
 * cannot be read.
 */
export async function readAllowances(
  client: Client,
  questions: FundsQuestion[],
): Promise<(bigint | null)[]> {
  const answers = await multicall(client, {
    contracts: questions.map(
      ({ token, payer, contractAddress }) =>
        ({
          address: token,
          abi: erc20Abi,
          functionName: 'allowance',
          args: [payer, contractAddress],
        }) as const,
    ),
    allowFailure: true,
    deployless: true,
    batchSize: batchSizeFor(allowanceBytes),
  })
  return answers.map(({ result }) => result ?? null)
}

/** Returns the position after everything in a block: later than each of its events (see `ChainPosition`). */
export const endOfBlock = (blockNumber: bigint): number => Number(blockNumber) * 1e6 + 999_999

/** Returns the position of a log on its chain: later logs have higher ones. */
export const positionOf = (blockNumber: bigint | number, logIndex: number): number =>
  Number(blockNumber) * 1e6 + logIndex
