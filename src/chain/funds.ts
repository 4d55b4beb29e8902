/**
 * Reads from the tokens what payers allow and have. Amounts in logs are never believed: a log
 * says that something changed, and the token is asked for the amount.
 */
import type { Client } from 'viem'
import { getBlockNumber, multicall } from 'viem/actions'
import { erc20Abi } from './abi/erc20.ts'
import { readFromChain } from './chain-errors.ts'
import { batchSizeFor, callsMax } from './multicall-size.ts'
import { chunksOf } from '../shared/chunks-of.ts'
import type { Wallet, FundsQuestion, FundsSeen } from './rows/payer-funds.ts'
import { walletOf } from './rows/payer-funds.ts'

const allowanceBytes = 68

/**
 * Reads allowance and balance of each question, in order, all at one block: `atBlock`, or the
 * latest. A wallet that pays for many contracts is asked about once. Throws `RpcUnavailable`, or the
 * revert of a contract that is no token.
 */
export async function readFunds(
  client: Client,
  questions: FundsQuestion[],
  atBlock?: bigint,
): Promise<FundsSeen> {
  return readFromChain(async () => {
    const blockNumber = atBlock ?? (await getBlockNumber(client, { cacheTime: 0 }))
    const wallets = [...new Map(questions.map((one) => [walletOf(one), one])).values()]
    const calls = [...wallets.map(balanceCall), ...questions.map(allowanceCall)]
    const amounts = await readAmounts(client, calls, blockNumber)
    const balances = new Map(wallets.map((one, index) => [walletOf(one), amounts[index]!]))
    const funds = questions.map((question, index) => ({
      allowance: amounts[wallets.length + index]!,
      balance: balances.get(walletOf(question))!,
    }))
    return { blockNumber, funds }
  })
}

/** Reads what these wallets hold, in order; throws as `readFunds` does. */
export const readBalances = (
  client: Client,
  wallets: Wallet[],
  blockNumber: bigint,
): Promise<bigint[]> =>
  readFromChain(() => readAmounts(client, wallets.map(balanceCall), blockNumber))

const balanceCall = ({ token, payer }: Wallet) =>
  ({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [payer] }) as const

const allowanceCall = ({ token, payer, contractAddress }: FundsQuestion) =>
  ({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [payer, contractAddress],
  }) as const

type AmountCall = ReturnType<typeof balanceCall> | ReturnType<typeof allowanceCall>

async function readAmounts(
  client: Client,
  calls: AmountCall[],
  blockNumber: bigint,
): Promise<bigint[]> {
  const answers = await Promise.all(
    chunksOf(calls, callsMax).map((contracts) =>
      multicall(client, {
        contracts,
        allowFailure: false,
        deployless: true,
        batchSize: 0,
        blockNumber,
      }),
    ),
  )
  return answers.flat() as bigint[]
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
    contracts: questions.map(allowanceCall),
    allowFailure: true,
    deployless: true,
    batchSize: batchSizeFor(allowanceBytes),
  })
  return answers.map(({ result }) => result ?? null)
}
