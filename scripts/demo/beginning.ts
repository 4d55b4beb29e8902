/** The plan, the draft, the payer's approval, the first charge, and the second one on time. */
import { expectThat, heading, request, says } from './narrator.ts'
import { periodDays, type Story, whenStatus, whenReported } from './story.ts'

export async function subscribing(story: Story): Promise<string> {
  const { merchant, payer } = story
  heading('The shop looks at its active plans')
  request('GET /integration/subscription-plans?statusIn=Active')
  const plans = await merchant.mandate.plans.list({ statusIn: ['Active'] }).toArray()
  const plan = plans.find(({ id }) => id === merchant.dev.planId)
  expectThat('the demo plan', plan?.amount, '10 ltUSDC')

  heading('The shop creates a subscription for its customer')
  request('POST /integration/subscriptions')
  const draft = await merchant.subscribe(payer.address, { metadata: 'order 4711' })
  says(`its contract will live at ${draft.contractAddress}`)
  expectThat('status', draft.status, 'Draft')
  expectThat('metadata', draft['metadata'], 'order 4711')
  await whenReported(story, draft.contractAddress, 'SubscriptionCreated', 'Draft')
  says('the webhook SubscriptionCreated has arrived')
  return draft.contractAddress
}

export async function charging(story: Story, contractAddress: string): Promise<void> {
  const { merchant, payer } = story
  const { receiver } = merchant.dev.merchant
  const paidBefore = await payer.balance(receiver)

  heading('The payer allows the contract 240 ltUSDC: 24 charges, on chain, from the wallet')
  await payer.earn(1_000)
  await payer.approve(contractAddress, 240)
  says('approved; the service has not moved anything')

  heading('The shop activates it; the first charge lands on chain')
  request(`POST /integration/subscriptions/${contractAddress}/activate`)
  await merchant.command(contractAddress, 'activate')
  const active = await whenStatus(story, contractAddress, 'Active')
  expectThat('charges made', active.chargesMade, 1)
  expectThat('the receiver has it', paid(await payer.balance(receiver), paidBefore) >= 1, true)
  await whenReported(story, contractAddress, 'SubscriptionChargeStatusChanged', 'Succeeded')
  await whenReported(story, contractAddress, 'SubscriptionStatusChanged', 'Active')
  says('both webhooks have arrived, with valid signatures')

  heading(`${periodDays} days pass; the second charge is made exactly on time`)
  request(`POST /testing/clock/advance {"seconds": ${periodDays * 86_400}}`)
  await merchant.pass(periodDays)
  const { chargesMade, charges } = await merchant.read(contractAddress)
  expectThat('charges made', chargesMade, 2)
  const lateMs = Date.parse(charges[0]!.chargeDate) - Date.parse(active.nextChargeAt)
  expectThat('late by less than a minute', lateMs >= 0 && lateMs < 60_000, true)
  expectThat('the receiver has both', paid(await payer.balance(receiver), paidBefore) >= 2, true)
}

/**
 * Counts payments of 10 tokens with six decimals; other subscriptions of the demo may pay as well.
 */
const paid = (now: bigint, before: bigint): number => Number((now - before) / 10_000_000n)
