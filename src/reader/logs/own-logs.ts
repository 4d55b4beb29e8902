/**
 * Finds which of a range's logs are ours. Nothing that is watched is held in memory: the addresses that occur in the
 * logs are looked up in the database, by index, so the cost is that of what happened, and what was created a moment ago
 * is found like everything else (decision 93).
 */
import type { Pool } from 'pg'
import type { Address, Hash, Hex } from 'viem'
import { addressInTopic } from '../../chain/logs/checksummed.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { sweptTopic, transferTopic } from '../deposits/deposit-logs.ts'
import { findPaymentsAt } from '../../chain/rows/watched-addresses.ts'
import {
  findKnownContracts,
  findWaitingPayers,
  findWatchedContracts,
} from '../../chain/rows/watched-subscriptions.ts'
import { contractTopics } from './contract-logs.ts'
import { approvalTopic, tokenLoggersOf } from './filters.ts'
import type { RawLog } from '../../chain/logs/log-filter.ts'

export class OwnLogs {
  /** Events of contracts that are known here. */
  readonly ofContracts: RawLog[] = []
  /** Transfers of known tokens to deposit addresses of payments, and sweeps out of them. */
  readonly transfers: RawLog[] = []
  readonly sweeps: RawLog[] = []
  /** Contracts that a payer has allowed more or less. */
  readonly approved = new Set<Address>()
  /** Payers to whom something came while their money is waited for. */
  readonly paid = new Set<Address>()
  /** Blocks in which the subscription factory logged, for whomever. */
  readonly factoryBlocks = new Set<Hash>()
  readonly #pool: Pool
  readonly #chain: ConnectedChain
  readonly #newFrom: number

  /** `newFrom`: logs of earlier blocks are read again; funds were looked at when they were new. */
  constructor(pool: Pool, chain: ConnectedChain, newFrom: number) {
    this.#pool = pool
    this.#chain = chain
    this.#newFrom = newFrom
  }

  /** Whether something happened in new blocks that is to be stored. */
  get hasNew(): boolean {
    return [...this.ofContracts, ...this.transfers, ...this.sweeps].some(this.#isNew)
  }

  /** Keeps what is ours of the logs of one answer. */
  async take(logs: RawLog[]): Promise<void> {
    if (!logs.length) return
    const { factory, depositFactory } = this.#chain
    const tokens = new Set(tokenLoggersOf(this.#chain).map(lower))
    const isOf = (address: Address, topics: readonly Hex[]) => (log: RawLog) =>
      lower(log.address) === lower(address) && topics.includes(nameOf(log))
    const ofTokens = logs.filter(({ address }) => tokens.has(lower(address)))
    const transfers = ofTokens.filter((log) => nameOf(log) === transferTopic)
    const approvals = ofTokens.filter((log) => nameOf(log) === approvalTopic)
    await this.#takeEvents(logs.filter(isOf(factory, contractTopics)))
    await this.#takeTransfers(transfers, logs.filter(isOf(depositFactory, [sweptTopic])))
    await this.#takeApprovals(approvals)
  }

  async #takeEvents(logs: RawLog[]): Promise<void> {
    for (const { blockHash } of logs) this.factoryBlocks.add(blockHash)
    const known = await findKnownContracts(this.#pool, this.#chain.name, addressesIn(logs, 1))
    // One without its contract is kept as well: who decodes it notes that it cannot be read.
    this.ofContracts.push(...logs.filter((log) => isKnown(known, log, 1) || !log.topics[1]))
  }

  async #takeTransfers(transfers: RawLog[], sweeps: RawLog[]): Promise<void> {
    const { name } = this.#chain
    const addresses = [...addressesIn(transfers, 2), ...addressesIn(sweeps, 1)]
    const payments = await findPaymentsAt(this.#pool, name, addresses)
    this.transfers.push(...transfers.filter((log) => isKnown(payments, log, 2)))
    this.sweeps.push(...sweeps.filter((log) => isKnown(payments, log, 1)))
    const paid = addressesIn(transfers.filter(this.#isNew), 2)
    for (const payer of await findWaitingPayers(this.#pool, name, paid)) this.paid.add(payer)
  }

  async #takeApprovals(logs: RawLog[]): Promise<void> {
    const { name } = this.#chain
    const spenders = addressesIn(logs.filter(this.#isNew), 2)
    const contracts = await findWatchedContracts(this.#pool, name, spenders)
    for (const contract of contracts) this.approved.add(contract)
  }

  readonly #isNew = ({ blockNumber }: RawLog): boolean => blockNumber >= this.#newFrom
}

const lower = <Text extends Hex>(text: Text): Text => text.toLowerCase() as Text

/** The event, by the hash of its signature. */
const nameOf = ({ topics }: RawLog): Hex => lower(topics[0])

/** Lists the addresses that stand in one topic of these logs, each once. */
const addressesIn = (logs: RawLog[], at: number): Address[] => [
  ...new Set(logs.flatMap((log) => addressAt(log, at) ?? [])),
]

const isKnown = (known: { has(address: Address): boolean }, log: RawLog, at: number): boolean => {
  const address = addressAt(log, at)
  return address !== null && known.has(address)
}

const addressAt = ({ topics }: RawLog, at: number): Address | null => {
  const topic = topics[at]
  return topic ? addressInTopic(topic) : null
}
