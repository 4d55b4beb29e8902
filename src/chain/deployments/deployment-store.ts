/** Stores the deployments of the chains, in `chain_deployment`. */
import type { Address } from 'viem'
import type { Database } from '../../store/database.ts'
import {
  ChainBlock,
  ChainCursor,
  ChainDeployment,
  ChainLog,
  DepositLog,
  DepositWatch,
} from '../../store/tables/chains.ts'
import { ContractWatch } from '../../store/tables/contract-watch.ts'
import { NonceLane, SignedTransaction } from '../../store/tables/gas.ts'
import { StrayDeposit, StrayWatch } from '../../store/tables/strays.ts'

export type Deployment = {
  blockchain: string
  chainId: number
  factory: Address
  implementation: Address
  depositFactory: Address
  depositImplementation: Address
  /** The block at which the watcher begins. */
  fromBlock: number
  /** By asset code. */
  tokens: Record<string, Address>
}

export async function findDeployment(
  database: Pick<Database, 'orm'>,
  blockchain: string,
): Promise<Deployment | null> {
  const found = await database.orm.em.fork().findOne(ChainDeployment, { blockchain })
  return found as Deployment | null
}

/** Returns whether a chain has the same contracts and tokens as at an earlier start. */
export const isSameDeployment = (stored: Deployment | null, now: Deployment): boolean =>
  stored !== null &&
  stored.chainId === now.chainId &&
  stored.factory === now.factory &&
  stored.implementation === now.implementation &&
  stored.depositFactory === now.depositFactory &&
  stored.depositImplementation === now.depositImplementation &&
  Object.entries(now.tokens).every(([code, address]) => stored.tokens[code] === address)

export async function saveDeployment({ orm }: Database, deployment: Deployment): Promise<void> {
  await orm.em.fork().upsert(ChainDeployment, deployment)
}

/**
 * Deletes what was read of a chain, because the chain itself is gone and begins anew. Its nonce lanes
 * begin anew, too; the mending of lanes signs again what was on its way.
 */
export async function forgetChain({ orm }: Database, blockchain: string): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.nativeDelete(ChainCursor, { blockchain })
    await em.nativeDelete(ChainBlock, { blockchain })
    await em.nativeDelete(ChainLog, { blockchain })
    await em.nativeDelete(ContractWatch, { blockchain })
    await em.nativeDelete(DepositLog, { blockchain })
    await em.nativeDelete(DepositWatch, { blockchain })
    await em.nativeDelete(StrayWatch, { blockchain })
    await em.nativeDelete(StrayDeposit, { blockchain })
    await em.nativeUpdate(NonceLane, { blockchain }, { nextNonce: 0, minedNonce: null })
    await em.nativeUpdate(
      SignedTransaction,
      { blockchain, setAside: null },
      { setAside: 'ChainReset' },
    )
  })
}
