/**
 * Notices that a payer may have allowed or received something. Logs of the tokens are only a reason
 * to check: allowance and balance are read, and reported if they differ from what is known.
 */
import {
  type Address,
  type Client,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  toEventSelector,
} from 'viem'
import type { Pool } from 'pg'
import { endedSubscriptions, quoteStatuses } from '../store/states.ts'
import { chunksOf } from '../shared/chunks-of.ts'
import type { Cause, Message } from '../shared/message.ts'
import type { BlockRange, LogFilter, RawLog } from '../chain/blocks.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { endOfBlock, type Funds, readFunds } from '../chain/funds.ts'
import { createFundsMessage } from '../chain/funds-message.ts'
import { recordPayerFunds } from '../chain/payer-funds.ts'
import { readLogsInPieces } from './logs/log-pieces.ts'
import {
  findSubscriptions,
  fundsQuestionOf,
  type KnownSubscription,
} from '../chain/subscriptions.ts'

const [approval, transfer] = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const approvalTopic = toEventSelector(approval)
const transferTopic = toEventSelector(transfer)
const addressesInFilterMax = 500
/**
 * A draft that was ended off chain can still be approved, and then activated by anybody: it is
 * watched this long.
 */
const cancelledWatchDays = 30

/**
 * Contracts that a payer may allow something, and payers whose money is waited for, with their
 * contracts.
 */
type WatchList = { contracts: Address[]; payers: Map<Address, Address[]> }

/** Finds the contracts whose payer's allowance or balance may have changed in these blocks. */
export async function findChangedFunds(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  range: BlockRange,
): Promise<Address[]> {
  const list = await loadWatchList(pool, chain.name)
  const filters = [
    ...tokenFilters(chain, approvalTopic, list.contracts),
    ...tokenFilters(chain, transferTopic, [...list.payers.keys()]),
  ]
  const changed = new Set<Address>()
  for (const filter of filters)
    for (const log of await readLogsInPieces(node, filter, range)) {
      const address = addressInTopic(log)
      const contracts = log.topics[0] === approvalTopic ? [address] : list.payers.get(address)
      for (const contract of contracts ?? []) changed.add(contract)
    }
  return [...changed]
}

/** Reads these payers' funds at a block; returns a message to each subscription whose funds changed. */
export async function readChangedFunds(
  pool: Pool,
  node: Client,
  { name }: ConnectedChain,
  contracts: readonly string[],
  { blockNumber, tag }: { blockNumber?: bigint; tag: string },
): Promise<Message[]> {
  const subscriptions = [...(await findSubscriptions(pool, contracts)).values()]
  const questions = subscriptions.map(fundsQuestionOf)
  const seen = await readFunds(node, questions, blockNumber)
  await recordPayerFunds(pool, name, questions, seen)
  const position = endOfBlock(seen.blockNumber)
  const cause: Cause = { type: 'chain', detail: `allowance and balance read on ${name}` }
  return subscriptions.flatMap((subscription, index) => {
    const funds = seen.funds[index]!
    const id = `${name}/${tag}/funds/${subscription.contractAddress}`
    return isChanged(subscription, funds)
      ? [createFundsMessage(id, subscription, funds, position, cause)]
      : []
  })
}

const isChanged = (known: KnownSubscription, { allowance, balance }: Funds): boolean =>
  known.allowance !== String(allowance) || known.balance !== String(balance)

async function loadWatchList(pool: Pool, blockchain: string): Promise<WatchList> {
  const { rows } = await pool.query<{ id: Address; payer: Address; isShort: boolean }>({
    name: 'chain-watch-list',
    text: `select id, payer, phase = 'Overdue' or is_at_risk
        or snapshot->'context'->>'reason' is not null
        or (status = 'Draft' and snapshot->'context'->>'allowance' <> '0') as "isShort"
      from subscription
      where blockchain = $1 and (status not in (${quoteStatuses(endedSubscriptions)})
        or (status = 'Cancelled' and snapshot->'context'->>'isCancelledOnChain' = 'false'
          and updated_at > now() - $2 * interval '1 day'))`,
    values: [blockchain, cancelledWatchDays],
  })
  const payers = new Map<Address, Address[]>()
  for (const { id, payer, isShort } of rows)
    if (isShort) payers.set(payer, [...(payers.get(payer) ?? []), id])
  return { contracts: rows.map(({ id }) => id), payers }
}

/** Both events carry the address that matters here, spender or receiver, as the third topic. */
function tokenFilters({ assets }: ConnectedChain, topic: Hex, addresses: Address[]): LogFilter[] {
  const address = assets.flatMap((asset) => [asset.address, ...asset.loggedBy])
  return chunksOf(addresses, addressesInFilterMax).map((some) => ({
    address,
    topics: [topic, null, some.map((one) => pad(one))],
  }))
}

const addressInTopic = ({ topics }: RawLog): Address => getAddress(`0x${topics[2]!.slice(-40)}`)
