/**
 * Checks, every 30 seconds and a few at a time, whether money was sent to a deposit address on this
 * chain though its payment is on another one. It is nobody's payment: it is shown to the merchant,
 * and can be swept to the receiver. Only tokens of the chains file are checked; a check costs a
 * call for each 100 balances.
 */
import type { Client } from 'viem'
import { loadCursor } from '../../chain/rows/cursor.ts'
import { commitStep } from '../../reporter/step.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { readHoldings } from '../../chain/deposits/holdings.ts'
import {
  enlistStrays,
  findDueStrays,
  type FoundStray,
  type NewStray,
  recordStrayChecks,
  storeStrays,
} from '../../chain/rows/strays.ts'

const paymentsEnlistedMax = 1_000
/** In one round, every 30 seconds. */
const addressesAtOnceMax = 200

/** Checks the addresses that are due. */
export async function checkForStrays(dependencies: ChainDependencies, node: Client): Promise<void> {
  const { database, chain, log } = dependencies
  const { pool } = database
  const cursor = await loadCursor(pool, chain.name)
  if (!cursor) return
  await enlistStrays(pool, chain, paymentsEnlistedMax)
  const due = await findDueStrays(pool, chain.name, addressesAtOnceMax)
  if (!due.length) return
  const holdings = chain.assets.flatMap((asset) =>
    due.map(({ paymentId, depositAddress }) => ({ asset, paymentId, holder: depositAddress })),
  )
  const balances = await readHoldings(
    node,
    holdings.map(({ asset, holder }) => ({ token: asset.address, holder })),
    cursor.blockHash,
  )
  const found = holdings.flatMap(({ asset, paymentId }, index): FoundStray[] => {
    const amount = balances[index]
    // A token that does not answer keeps its last known balance.
    if (amount === null || amount === undefined) return []
    const { code, decimals, address: token } = asset
    return [{ paymentId, token, asset: code, decimals, amount: String(amount) }]
  })
  const checked = due.map(({ paymentId }) => paymentId)
  let strays: NewStray[] = []
  await commitStep(dependencies, cursor, {
    async write(client) {
      strays = await storeStrays(client, chain.name, found)
      await recordStrayChecks(client, chain.name, checked)
    },
  })
  for (const stray of strays)
    log.warn(
      { blockchain: chain.name, ...stray },
      "money came to a payment's address on another chain than the payment's; the merchant can sweep it",
    )
}
