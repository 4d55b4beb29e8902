/** Subscriptions of the demo's plan, each of a payer of its own who has money and has allowed enough. */
import assert from 'node:assert/strict'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { eventually } from '../../examples/client/eventually.ts'
import type { Merchant } from '../../examples/client/merchant.ts'
import { fundAndApprove } from '../charges/local-node.ts'

/** `now`: one after another, within seconds. `throughTheMonth`: each at its own hour of the first month. */
export type Starts = 'now' | 'throughTheMonth'

export const periodMs = 31 * 24 * 60 * 60 * 1000
/** Base units of the demo's plan: 10.00 of a token with six decimals. */
export const amount = 10_000_000n
const periodsMax = 24n

/** Subscribes so many, activates them, and returns when all of them wait for their next charge. */
export async function subscribeAll(
  merchant: Merchant,
  count: number,
  starts: Starts,
): Promise<void> {
  const { rpcUrl, assets } = merchant.dev.chains[0]!
  const { now } = await merchant.mandate.testClock.read()
  for (let index = 0; index < count; index++) {
    const payer = privateKeyToAddress(generatePrivateKey())
    const startFrom =
      starts === 'now'
        ? new Date(0)
        : new Date(Date.parse(now) + Math.round((periodMs * (index + 1)) / (count + 1)))
    const { contractAddress } = await merchant.subscribe(payer, {
      customerId: `customer-${index}`,
      startFrom,
    })
    const token = assets[0]!.address as Address
    const spender = contractAddress as Address
    await fundAndApprove(rpcUrl, [{ payer, token, spender, amount: periodsMax * amount }])
    await merchant.command(contractAddress, 'activate')
  }
  const statuses = starts === 'now' ? ['Active'] : ['Active', 'Pending']
  await eventually('every subscription waits for its next charge', async () => {
    const list = await merchant.mandate.subscriptions.list({ limit: count }).toArray()
    assert.equal(list.length, count)
    return list.every(({ status }) => statuses.includes(status))
  })
}
