/**
 * What a mined transaction did for each deposit in it, from the deposit factory's events in its
 * receipt. A deposit without an event was empty by then, or the gas ran out before its turn.
 */
import {
  type Address,
  type Client,
  decodeFunctionData,
  getAddress,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { getBalance } from 'viem/actions'
import type { TransactionOutcome } from '../../../machines/transaction/transaction.events.ts'
import { depositFactoryAbi } from '../abi/deposit-factory.ts'
import type { ConnectedChain } from '../clients.ts'
import { type Refusal, refusalOf } from '../refusals.ts'
import type { KnownTransaction } from '../transactions.ts'
import { readHoldings } from './cover.ts'

type Item = KnownTransaction['items'][number]

/** Reads the outcome of every deposit, in order. */
export async function outcomesOfSweep(
  node: Client,
  chain: ConnectedChain,
  transaction: KnownTransaction,
  receipt: TransactionReceipt,
): Promise<TransactionOutcome[]> {
  const { swept, refusals } = readEvents(chain, receipt)
  const silent = transaction.items.filter(
    ({ contractAddress }) => !swept.has(contractAddress) && !refusals.has(contractAddress),
  )
  const left = await stillFull(node, tokenOf(transaction), silent)
  return transaction.items.map((item) => {
    const refusal = refusals.get(item.contractAddress)
    if (refusal) return { ...item, outcome: 'failed', reason: refusal }
    return left.has(item.contractAddress)
      ? { ...item, outcome: 'notProcessed', reason: null }
      : { ...item, outcome: 'done', reason: null }
  })
}

function readEvents({ depositFactory }: ConnectedChain, { logs }: TransactionReceipt) {
  const own = logs.filter(({ address }) => isAddressEqual(address, depositFactory))
  const events = parseEventLogs({ abi: depositFactoryAbi, logs: own })
  const swept = new Set<string>()
  const refusals = new Map<string, Refusal>()
  for (const { eventName, args } of events)
    if (eventName === 'Swept') swept.add(getAddress(args.deposit))
    else refusals.set(getAddress(args.deposit), refusalOf(args.reason))
  return { swept, refusals }
}

function tokenOf({ data }: KnownTransaction): Address {
  const { args } = decodeFunctionData({ abi: depositFactoryAbi, data: data as Hex })
  return getAddress(args![1] as Address)
}

/** Which of the deposits hold something: what came since then is to be swept as well. */
async function stillFull(node: Client, token: Address, items: Item[]): Promise<Set<string>> {
  const holders = items.map(({ contractAddress }) => contractAddress as Address)
  const amounts =
    token === zeroAddress
      ? await Promise.all(holders.map((address) => getBalance(node, { address })))
      : await readHoldings(
          node,
          holders.map((holder) => ({ token, holder })),
        )
  return new Set(holders.filter((_, index) => amounts[index] !== 0n))
}
