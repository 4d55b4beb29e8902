/**
 * Drafts that were approved and wait for money, while another subscription of the same customer to the same plan has begun:
 * a forgotten approval is not to be charged beside what took its place, so such a draft is told.
 */
import type { Client } from 'viem'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { tellActors } from '../reporter/step.ts'
import { readChangedFunds } from './payer-funds.ts'
import { findOutrunDrafts } from '../chain/rows/watched-subscriptions.ts'

/** Tells those that do not know it yet. */
export async function tellOutrunDrafts(
  { database, bus, chain }: ChainDependencies,
  node: Client,
): Promise<void> {
  const outrun = await findOutrunDrafts(database.pool, chain.name, null)
  if (!outrun.length) return
  const messages = await readChangedFunds(database.pool, node, chain, outrun, { tag: 'outrun' })
  await tellActors({ database, bus }, messages)
}
