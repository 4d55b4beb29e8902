/**
 * Reads the outcome of each deposit in a mined transaction, from the deposit factory's events in
 * its receipt. A deposit without an event was empty by then, or the gas ran out before its turn.
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
import { depositFactoryAbi } from '../../chain/abi/deposit-factory.ts'
import { askNodes } from '../../chain/ask-nodes.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { type Refusal, refusalOf, toReason } from '../../chain/refusals.ts'
import type { KnownTransaction } from '../../chain/rows/transactions.ts'
import { readHoldings } from '../../chain/deposits/holdings.ts'
import { explainRefusedSweeps, type SweepRefusal } from '../../chain/deposits/sweep-refusals.ts'
import type { SweepRoute } from '../../chain/deposits/sweep-transactions.ts'

type Item = KnownTransaction['items'][number]

/** Reads the outcome of every deposit, in order. */
export async function outcomesOfSweep(
  chain: ConnectedChain,
  transaction: KnownTransaction,
  receipt: TransactionReceipt,
): Promise<TransactionOutcome[]> {
  const { swept, refusals } = readEvents(chain, receipt)
  const silent = transaction.items.filter(
    ({ contractAddress }) => !swept.has(contractAddress) && !refusals.has(contractAddress),
  )
  const route = routeOf(transaction)
  const left = await findStillFull(chain.nodes, route.token, silent)
  const reasons = await readRefusalReasons(chain.nodes, route, refusals)
  return transaction.items.map((item) => {
    const refusal = refusals.get(item.contractAddress)
    if (refusal)
      return {
        ...item,
        outcome: 'failed',
        reason: reasons.get(item.contractAddress) ?? toReason(refusal),
      }
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

function routeOf({ data }: KnownTransaction): SweepRoute {
  const { args } = decodeFunctionData({ abi: depositFactoryAbi, data: data as Hex })
  const [receiver, token] = args as readonly [Address, Address, ...unknown[]]
  return { receiver: getAddress(receiver), token: getAddress(token) }
}

/** Reads the token's own reason, of deposits that it did not let move. */
async function readRefusalReasons(
  nodes: Client[],
  route: SweepRoute,
  refusals: ReadonlyMap<string, Refusal>,
): Promise<Map<string, SweepRefusal | null>> {
  const deposits = [...refusals.keys()].filter((one) => refusals.get(one) === 'TransferFailed')
  if (!deposits.length) return new Map()
  const reasons = await explainRefusedSweeps(nodes, route, deposits as Address[])
  return new Map(deposits.map((deposit, index) => [deposit, reasons[index]!]))
}

/**
 * Finds the deposits that hold something, as any node answers: what came since then is to be swept
 * as well, and to ask for a sweep of nothing costs nothing.
 */
async function findStillFull(nodes: Client[], token: Address, items: Item[]): Promise<Set<string>> {
  const holders = items.map(({ contractAddress }) => contractAddress as Address)
  if (!holders.length) return new Set()
  const answers = await askNodes(nodes, (node) =>
    token === zeroAddress
      ? Promise.all(holders.map((address) => getBalance(node, { address })))
      : readHoldings(
          node,
          holders.map((holder) => ({ token, holder })),
        ),
  )
  return new Set(holders.filter((_, index) => answers.some((amounts) => amounts[index] !== 0n)))
}
