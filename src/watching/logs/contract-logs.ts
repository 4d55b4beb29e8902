/** The factory's events, read from its logs: what happened to which contract. */
import {
  type Address,
  decodeEventLog,
  getAddress,
  type Hash,
  type Hex,
  toEventSelector,
} from 'viem'
import { subscriptionFactoryAbi } from '../../chain/abi/subscription-factory.ts'
import type { LogFilter, RawLog } from '../../chain/blocks.ts'

/** Due moments are Unix seconds, as in the contract. */
export type ContractEvent =
  | { event: 'Charged'; args: { period: number; nextDue: number } }
  | { event: 'Frozen'; args: { by: Address; operatorUntil: number } }
  | { event: 'Cancelled'; args: { by: Address } }
  | { event: 'Unfrozen'; args: { nextDue: number } }

export type ContractLog = ContractEvent & {
  contractAddress: Address
  blockNumber: number
  blockHash: Hash
  logIndex: number
  transactionHash: Hash
}

const watched = ['Charged', 'Frozen', 'Unfrozen', 'Cancelled'] as const
export const contractTopics: Hex[] = subscriptionFactoryAbi
  .filter((item) => item.type === 'event')
  .filter(({ name }) => watched.some((event) => event === name))
  .map((event) => toEventSelector(event))

export const factoryFilter = (factory: Address): LogFilter => ({
  address: factory,
  topics: [contractTopics],
})

/** Reads a log that `factoryFilter` let through. */
export function toContractLog(log: RawLog): ContractLog {
  const { eventName, args } = decodeEventLog({ abi: subscriptionFactoryAbi, ...log })
  const { subscription, ...rest } = args as { subscription: Address } & Record<string, unknown>
  return {
    ...({ event: eventName, args: rest } as ContractEvent),
    contractAddress: getAddress(subscription),
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
    transactionHash: log.transactionHash,
  }
}
