/** A payer and a plan of their own, for lives that go on beside one another. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Merchant } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import type { SimulatedPlan } from '../../src/core/simulating/scenario.ts'

type Parties = { merchant: Merchant; payer: Payer }

/** A payer with a new key and money for gas; the options are those of `Payer`. */
export async function newPayer(
  { merchant, payer }: Parties,
  options: { mines?: boolean; overtakes?: boolean } = {},
): Promise<Payer> {
  const privateKey = generatePrivateKey()
  const { address } = privateKeyToAccount(privateKey)
  await payer.node.setBalance({ address, value: 10n ** 18n })
  const { chains, payer: demo } = merchant.dev
  return new Payer({ chains, payer: { ...demo, address, privateKey } }, options)
}

/** An active plan; returns its id. */
export async function newPlan(
  merchant: Merchant,
  plan: Pick<SimulatedPlan, 'amount' | 'periodDays' | 'graceDays'>,
): Promise<string> {
  const { amount, periodDays, graceDays } = plan
  const asset = merchant.dev.chains[0]!.assets[0]!.code
  const { id } = await merchant.asPerson<{ id: string }>('POST', '/test/plans', {
    name: `${amount} every ${periodDays} days`,
    asset,
    amount,
    periodDays,
    graceDays,
  })
  await merchant.asPerson('POST', `/test/plans/${id}/activate`, {})
  return id
}
