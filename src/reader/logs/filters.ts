/**
 * Says what nodes are asked for with each range of blocks: the events of both factories, and the transfers and
 * approvals of the known tokens. The wide filter asks for all of them in one request, whatever is watched; the narrow
 * ones ask for the tokens' logs only where they name one of a few addresses, which saves the transfers of everybody
 * else.
 */
import { type Address, type Hex, pad, parseAbi, toEventSelector } from 'viem'
import type { ConnectedChain } from '../../chain/clients.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { sweptTopic, transferTopic } from '../deposits/deposit-logs.ts'
import { contractTopics } from './contract-logs.ts'
import type { LogFilter } from '../../chain/logs/log-filter.ts'

const [approval] = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])
export const approvalTopic: Hex = toEventSelector(approval)

/** Nodes take about a thousand topics; each is 66 characters of the request. */
export const addressesInFilterMax = 500

type Watched = Pick<ConnectedChain, 'factory' | 'depositFactory' | 'assets'>

/** Lists the contracts whose logs count as those of known tokens. */
export const tokenLoggersOf = ({ assets }: Pick<ConnectedChain, 'assets'>): Address[] =>
  assets.flatMap(({ address, loggedBy }) => [address, ...loggedBy])

/** Filters everything that may be ours, and as much of the known tokens' logs that is not. */
export const wideFilter = (chain: Watched): LogFilter => ({
  address: [chain.factory, chain.depositFactory, ...tokenLoggersOf(chain)],
  topics: [[...contractTopics, sweptTopic, transferTopic, approvalTopic]],
})

/**
 * Filters the same of the factories, and of the tokens only what comes to these addresses, or what
 * they may spend: both events have that address as their third topic.
 */
export function narrowFilters(chain: Watched, addresses: readonly Address[]): LogFilter[] {
  const tokens = tokenLoggersOf(chain)
  const ofFactories = {
    address: [chain.factory, chain.depositFactory],
    topics: [[...contractTopics, sweptTopic]],
  }
  // No address in a filter would mean any.
  const chunks = tokens.length ? chunksOf(addresses, addressesInFilterMax) : []
  const ofTokens = chunks.map((some) => ({
    address: tokens,
    topics: [[transferTopic, approvalTopic], null, some.map((one) => pad(one))],
  }))
  return [ofFactories, ...ofTokens]
}
