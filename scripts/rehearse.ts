/**
 * Tries a chain with real money before a merchant does: allows, charges, pauses and cancels a subscription, pays a payment
 * and sees it moved on. It is a client of the service as any other, and a payer on the chain. docs/operations/first-day.md
 *
 *     BASE_URL=… MANDATE_API_KEY=… MANDATE_API_SECRET=… RPC_URL=… PAYER_KEY=0x… \
 *       npm run operator -- rehearse --chain Base --plan <id> [--amount 1] [--minutes 30]
 */
import { formatEther } from 'viem'
import type { Address } from 'viem'
import { createMandate } from '../packages/node/src/index.ts'
import { errorText } from '../src/shared/errors.ts'
import { PayerWallet } from './rehearse/payer-wallet.ts'
import { neededOf, rehearse } from './rehearse/rehearsal.ts'
import { readRehearsal } from './rehearse/settings.ts'

async function main(): Promise<void> {
  const settings = readRehearsal(process.argv.slice(2), process.env)
  const { chain, planId, amount, stepTimeoutMs, rpcUrl, payerKey: key, ...credentials } = settings
  const mandate = createMandate(credentials)
  const plan = await mandate.plans.get(planId)
  if (plan.blockchain !== chain)
    throw new Error(`plan ${planId} is on ${plan.blockchain}, and --chain says ${chain}`)
  if (plan.status !== 'Active') throw new Error(`plan ${planId} is ${plan.status}: activate it`)
  const asset = (await mandate.assets.list()).find(
    ({ code, blockchain }) => code === plan.asset && blockchain === chain,
  )
  if (!asset) throw new Error(`${plan.asset} is no asset of ${chain}`)
  const payer = new PayerWallet({
    chainId: asset.chainId,
    token: asset.address as Address,
    rpcUrl,
    key,
    timeoutMs: stepTimeoutMs,
  })
  await payer.requireFunds(asset.chainId, neededOf({ plan, asset, amount }))
  await rehearse({ mandate, plan, asset, payer, amount, stepTimeoutMs, tell: console.log })
  console.log(`All of it worked. The payer spent ${formatEther(payer.spent)} of gas.`)
}

// Last, so that everything above is there when it runs.
try {
  await main()
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}
