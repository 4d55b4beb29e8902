/** The factory's events, read from its logs: what happened to which contract. */
import { type Address, type Hex, toEventSelector } from 'viem'
import { subscriptionFactoryAbi } from '../../chain/abi/subscription-factory.ts'
import { readerOf } from '../../chain/logs/event-reader.ts'
import type { LogFilter, RawLog } from '../../chain/logs/log-filter.ts'
import type { ContractEvent, ContractLog } from '../../chain/rows/contract-logs.ts'

const watched = ['Charged', 'Frozen', 'Unfrozen', 'Cancelled'] as const
export const contractTopics: Hex[] = subscriptionFactoryAbi
  .filter((item) => item.type === 'event')
  .filter(({ name }) => watched.some((event) => event === name))
  .map((event) => toEventSelector(event))

export const factoryFilter = (factory: Address): LogFilter => ({
  address: factory,
  topics: [contractTopics],
})

/** Reads the events of the subscription factory. */
export const readFactoryEvent = readerOf(subscriptionFactoryAbi)

/** Reads a log that `factoryFilter` let through. */
export function toContractLog(log: RawLog): ContractLog {
  const read = readFactoryEvent(log)
  if (!read) throw new Error(`${log.topics[0]} is no event of the subscription factory`)
  const { subscription, ...rest } = read.args
  return {
    ...({ event: read.eventName, args: rest } as ContractEvent),
    contractAddress: subscription,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
    transactionHash: log.transactionHash,
  }
}
