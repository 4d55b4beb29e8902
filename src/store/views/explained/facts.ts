/** Reads what an explanation needs beside the actor itself. */
import type { ChainDirectory } from '../../../shared/chain-directory.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { findActor, listActors } from '../actors.ts'
import { findDecidingSubscriptions } from '../customers.ts'
import { findWaitingRequest, readGas } from '../entities/gas-facts.ts'
import type { SendingFacts } from '../../../core/reasons/sending-reasons.ts'
import type { Facts } from '../../../core/explaining/facts.ts'

export type ExplainingDependencies = { database: Database; directory: ChainDirectory }

export async function readFacts(
  dependencies: ExplainingDependencies,
  actor: StoredActor,
): Promise<Facts> {
  const { database, directory } = dependencies
  const [sending, subscription, charge] = await Promise.all([
    readSending(dependencies, actor),
    findSubscription(database, actor),
    findNewestCharge(database, actor),
  ])
  return { sending, subscription, charge, minSweep: findMinSweep(directory, actor) }
}

function findMinSweep(directory: ChainDirectory, { kind, snapshot }: StoredActor): string | null {
  if (kind !== 'payment') return null
  const { blockchain, asset } = snapshot.context
  const assets = directory.findLastKnown(blockchain)?.assets ?? []
  return assets.find(({ code }) => code === asset)?.minSweep ?? null
}

async function readSending(
  { database, directory }: ExplainingDependencies,
  actor: StoredActor,
): Promise<SendingFacts> {
  const { context } = actor.snapshot
  if (!('blockchain' in context)) return { blockchain: '', gas: null, wait: null }
  const { blockchain } = context
  const { merchantId, network } = actor
  const [gas, wait] = await Promise.all([
    readGas(database, { merchantId, network }, blockchain),
    findWaitingRequest(database, actor, blockchain),
  ])
  const chain = directory.findLastKnown(blockchain)
  const nativeSymbol = chain?.nativeSymbol ?? ''
  const maxFeePerGasGwei = chain?.gas.maxFeePerGasGwei ?? null
  return {
    blockchain,
    gas: gas && { ...gas, nativeSymbol, maxFeePerGasGwei },
    wait,
    transactionId: 'transactionId' in context ? context.transactionId : null,
    transactionHash: hashOf(actor),
  }
}

function hashOf({ kind, snapshot }: StoredActor): string | null {
  if (kind === 'transaction') return snapshot.context.hashes.at(-1) ?? null
  return kind === 'charge' ? snapshot.context.transactionHash : null
}

async function findSubscription(
  database: Database,
  { kind, snapshot, merchantId, network }: StoredActor,
): Promise<StoredActor<'subscription'> | null> {
  const owner = { merchantId, network }
  if (kind === 'customer') {
    const { customerId } = snapshot.context
    const found = await findDecidingSubscriptions(database, owner, { customerId }, 1)
    return found.subscriptions[0] ?? null
  }
  if (kind !== 'charge' && kind !== 'permit') return null
  return findActor(database, 'subscription', snapshot.context.contractAddress, owner)
}

async function findNewestCharge(
  database: Database,
  { kind, id, merchantId, network }: StoredActor,
): Promise<StoredActor<'charge'> | null> {
  if (kind !== 'subscription') return null
  const newest = { limit: 1, offset: 0 }
  const owner = { merchantId, network }
  const found = await listActors(database, 'charge', owner, { contractAddress: id }, newest)
  return found[0] ?? null
}
