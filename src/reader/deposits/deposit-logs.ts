/**
 * The two events that move money at a deposit address: a token's `Transfer` to it, and the deposit
 * factory's `Swept`. Any contract may log a transfer: it is believed only as far as its token is.
 */
import {
  type Address,
  decodeEventLog,
  getAddress,
  hexToBigInt,
  pad,
  parseAbiItem,
  size,
  toEventSelector,
} from 'viem'
import { depositFactoryAbi } from '../../chain/abi/deposit-factory.ts'
import { addressInTopic } from '../../chain/logs/checksummed.ts'
import type { LogFilter, RawLog } from '../../chain/logs/log-filter.ts'
import type { LoggedDeposit } from '../../chain/rows/deposit-logs.ts'

export const transferTopic = toEventSelector(
  parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)'),
)
export const sweptTopic = toEventSelector(
  depositFactoryAbi.find((item) => item.type === 'event' && item.name === 'Swept') as never,
)
const wordBytes = 32

/** Filters transfers of any token to anybody. */
export const anyTransfer: LogFilter = { topics: [transferTopic] }

/** Filters transfers of any token to these addresses. */
export const transfersTo = (addresses: Address[]): LogFilter => ({
  topics: [transferTopic, null, addresses.map((address) => pad(address))],
})

/** Filters sweeps out of these addresses, or of any. */
export const sweepsFrom = (depositFactory: Address, addresses?: Address[]): LogFilter => ({
  address: depositFactory,
  topics: addresses ? [sweptTopic, addresses.map((address) => pad(address))] : [sweptTopic],
})

type Tokens = readonly { address: Address; loggedBy: readonly Address[] }[]

/** Lists the contracts whose logs count as a token's. */
export const loggersOf = (tokens: Tokens, token: Address): Address[] => [
  token,
  ...(tokens.find(({ address }) => address === token)?.loggedBy ?? []),
]

/** The token as whose a contract's logs count: its own, unless the chains file says otherwise. */
const tokenLoggedBy = (tokens: Tokens, logger: Address): Address =>
  tokens.find(({ loggedBy }) => loggedBy.includes(logger))?.address ?? logger

/**
 * Reads a log that `transfersTo` let through; `null` for a transfer of nothing, and for what is no
 * ERC-20 transfer: an ERC-721 has the same topic, and a fourth one.
 */
export function toTransfer(log: RawLog, tokens: Tokens): LoggedDeposit | null {
  const [, from, to] = log.topics
  if (log.topics.length !== 3 || size(log.data) !== wordBytes) return null
  const amount = hexToBigInt(log.data)
  if (amount === 0n) return null
  return {
    event: 'Transfer',
    depositAddress: addressInTopic(to!),
    token: tokenLoggedBy(tokens, getAddress(log.address)),
    counterparty: addressInTopic(from!),
    amount: String(amount),
    ...placeOf(log),
  }
}

/** Reads a log that `sweepsFrom` let through. */
export function toSweep(log: RawLog): LoggedDeposit {
  const { args } = decodeEventLog({ abi: depositFactoryAbi, eventName: 'Swept', ...log })
  return {
    event: 'Swept',
    depositAddress: getAddress(args.deposit),
    token: getAddress(args.token),
    counterparty: getAddress(args.receiver),
    amount: String(args.amount),
    ...placeOf(log),
  }
}

const placeOf = ({ blockNumber, blockHash, logIndex, transactionHash }: RawLog) => ({
  blockNumber,
  blockHash,
  logIndex,
  transactionHash,
})
