/**
 * Finds what the factories of a chain have logged for merchants of this service and the database does not know:
 * subscriptions, and deposits that were moved on. A deposit that nobody has moved leaves no trace that could be told
 * from others: it is found by its payment's id alone.
 */
import { type Address, type Hex, pad } from 'viem'
import { addressInTopic } from '../../chain/logs/checksummed.ts'
import { findDeployment } from '../../chain/deployments/deployment-store.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import type { Owner } from '../../shared/owner.ts'
import { listReceiversEver } from '../../store/merchants/receivers.ts'
import { sweptTopic, toSweep } from '../../reader/deposits/deposit-logs.ts'
import { takeLogsInPieces } from '../../reader/logs/log-pieces.ts'
import { addressesInFilterMax } from '../../reader/logs/filters.ts'
import {
  deployedTopic,
  findOwner,
  readBlock,
  readHeadNumber,
  readTerms,
} from './adopt-subscription.ts'
import { judgeClaim } from './judge-claim.ts'
import type { AdoptingDependencies } from './judge-claim.ts'

type Range = { from: number; to: number }

export type Unknown = {
  kind: 'subscription' | 'deposit'
  address: Address
  owner: Owner
  blockNumber: number
  transactionHash: Hex
  /** Why it cannot be of this service, although it names a merchant of it; null where it can. */
  notYours: string | null
}

/** Looks through the logs from a block on, or from the first that the service knows. */
export async function findUnknown(
  dependencies: AdoptingDependencies,
  fromBlock: number | null,
): Promise<Unknown[]> {
  const { database, chain } = dependencies
  const first = fromBlock ?? (await findDeployment(database, chain.name))?.fromBlock ?? 0
  const range = { from: first, to: await readHeadNumber(chain.nodes[0]!) }
  return [
    ...(await findSubscriptions(dependencies, range)),
    ...(await findDeposits(dependencies, range)),
  ]
}

async function findSubscriptions(
  dependencies: AdoptingDependencies,
  range: Range,
): Promise<Unknown[]> {
  const { database, chain } = dependencies
  const unknown: Unknown[] = []
  const filter = { address: chain.factory, topics: [deployedTopic] }
  await takeLogsInPieces(chain.nodes[0]!, filter, range, async (logs) => {
    const addresses = logs.map(({ topics }) => addressInTopic(topics[1]!))
    const known = await idsAmong(database.pool, 'subscription', 'id', addresses)
    for (const [index, address] of addresses.entries()) {
      if (known.has(address)) continue
      const terms = await readTerms(dependencies, address)
      const owner = await findOwner(dependencies, terms)
      if (!owner) continue
      const log = logs[index]!
      const createdIn = await readBlock(dependencies, log.blockNumber)
      const claim = { owner, terms, id: log.topics[2]!, createdIn }
      const judged = await judgeClaim(dependencies, claim)
      const notYours = judged.isOurs ? null : judged.why
      unknown.push({ kind: 'subscription', address, owner, notYours, ...placeOf(log) })
    }
  })
  return unknown
}

async function findDeposits(
  { database, chain }: AdoptingDependencies,
  range: Range,
): Promise<Unknown[]> {
  const receivers = await listReceiversEver(database.pool, chain.name)
  const unknown: Unknown[] = []
  for (const some of chunksOf(receivers, addressesInFilterMax)) {
    const topics = [sweptTopic, null, null, some.map(({ address }) => pad(address))]
    const filter = { address: chain.depositFactory, topics }
    await takeLogsInPieces(chain.nodes[0]!, filter, range, async (logs) => {
      const sweeps = logs.map(toSweep)
      const addresses = sweeps.map(({ depositAddress }) => depositAddress)
      const known = await idsAmong(database.pool, 'payment', 'deposit_address', addresses)
      for (const { depositAddress: address, counterparty, blockNumber, ...log } of sweeps) {
        const { transactionHash } = log
        const owner = some.find((one) => one.address === counterparty)
        if (known.has(address) || !owner || transactionHash === null) continue
        const { merchantId, network } = owner
        unknown.push({
          kind: 'deposit',
          address,
          owner: { merchantId, network },
          blockNumber,
          transactionHash,
          // Its address is derived anew, with the merchant's key, when it is adopted.
          notYours: null,
        })
      }
    })
  }
  return unknown
}

const placeOf = ({
  blockNumber,
  transactionHash,
}: {
  blockNumber: number
  transactionHash: Hex
}) => ({
  blockNumber,
  transactionHash,
})

async function idsAmong(
  pool: AdoptingDependencies['database']['pool'],
  table: 'subscription' | 'payment',
  column: 'id' | 'deposit_address',
  addresses: Address[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ address: string }>(
    `select ${column} as address from ${table} where ${column} = any($1)`,
    [addresses],
  )
  return new Set(rows.map(({ address }) => address))
}
