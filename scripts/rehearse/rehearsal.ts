/**
 * A first day on a chain, with real money and as little of it as there is: a subscription is allowed, charged once, paused
 * and cancelled, and a payment is paid and moved on. Each step waits for what the service says of it, and looks at the chain.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, formatUnits, type Hex, parseUnits } from 'viem'
import { hourMs } from '../../machines/durations.ts'
import type { Asset, Mandate, Payment, Plan, Subscription } from '../../packages/node/src/index.ts'
import type { PayerWallet } from './payer-wallet.ts'

export type Rehearsal = {
  mandate: Mandate
  plan: Plan
  asset: Asset
  payer: PayerWallet
  /** The one-time payment's decimal amount. */
  amount: string
  stepTimeoutMs: number
  tell: (line: string) => void
}

const lookEveryMs = 500
const customerId = 'rehearsal'

/** @throws where a step does not end in its time, or the chain says something else than the service */
export async function rehearse(rehearsal: Rehearsal): Promise<void> {
  await lookAtFactory(rehearsal)
  const { contractAddress } = await subscribe(rehearsal)
  await charge(rehearsal, contractAddress as Address)
  await pauseAndCancel(rehearsal, contractAddress as Address)
  await payOnce(rehearsal)
}

/** Returns what both the subscription and the payment take, in base units. */
export const neededOf = ({ plan, asset, amount }: Pick<Rehearsal, 'plan' | 'asset' | 'amount'>) =>
  priceOf(plan, asset) + parseUnits(amount, asset.decimals)

const priceOf = ({ amount }: Plan, { decimals }: Asset): bigint =>
  parseUnits(amount.split(' ', 1)[0]!, decimals)

async function lookAtFactory({ payer, asset, tell }: Rehearsal): Promise<void> {
  const address = asset.subscriptionFactory as Address
  if (!(await payer.reader.getCode({ address })))
    throw new Error(`there is no factory at ${address}: npm run deploy:contracts`)
  tell(`The factory ${address} is there; npm run operator -- preflight compares its code.`)
}

async function subscribe({ mandate, plan, payer, tell }: Rehearsal): Promise<Subscription> {
  const made = await mandate.subscriptions.create({
    planId: plan.id,
    customerId,
    payer: payer.address,
    startFrom: new Date(0),
  })
  tell(`Subscription ${made.contractAddress} of ${plan.amount} is a draft.`)
  return made
}

async function charge(rehearsal: Rehearsal, contract: Address): Promise<void> {
  const { mandate, plan, asset, payer, tell } = rehearsal
  const price = priceOf(plan, asset)
  // Before it is allowed: where that charges by itself, the charge may be mined before our node shows the receipt.
  const before = await payer.balance()
  tell(`Allowed one charge: ${await payer.approve(contract, price)}.`)
  const draft = await mandate.subscriptions.get(contract)
  if (draft.activation === 'manual' && draft.status === 'Draft')
    await mandate.subscriptions.activate(contract)
  const made = await untilSo(rehearsal, 'the first charge', async () => {
    const { charges } = await mandate.subscriptions.get(contract)
    const [first] = charges
    const seen = first && inWords(first.status, first.reason)
    return { is: first?.status === 'Succeeded' && first, seen }
  })
  const paid = before - (await payer.balance())
  if (paid !== price) throw new Error(`the payer paid ${paid} base units, and not ${price}`)
  if (!(await payer.reader.getCode({ address: contract })))
    throw new Error(`there is no contract at ${contract}`)
  const hash = made.transactionHash as Hex
  tell(`Charged ${made.amount}: transaction ${hash}, ${await payer.costOf(hash)} for gas.`)
}

async function pauseAndCancel(rehearsal: Rehearsal, contract: Address): Promise<void> {
  const { mandate, tell } = rehearsal
  const untilStatus = (status: Subscription['status']) =>
    untilSo(rehearsal, `the subscription ${status}`, async () => {
      const now = await mandate.subscriptions.get(contract)
      return { is: now.status === status && now, seen: inWords(now.status, now.reason) }
    })
  await untilStatus('Active')
  await mandate.subscriptions.pause(contract)
  await untilStatus('Paused')
  tell('Paused.')
  await mandate.subscriptions.cancel(contract)
  await untilStatus('Cancelled')
  tell('Cancelled, on the chain too: nothing can be charged any more.')
}

async function payOnce(rehearsal: Rehearsal): Promise<void> {
  const { mandate, asset, amount, payer, tell } = rehearsal
  const made = await mandate.payments.create({
    amount: { value: amount, currency: asset.code },
    expiresAt: new Date(Date.now() + hourMs + rehearsal.stepTimeoutMs),
  })
  const baseUnits = parseUnits(amount, asset.decimals)
  const before = await payer.balance(made.receiver as Address)
  const sent = await payer.transfer(made.depositAddress as Address, baseUnits)
  tell(`Paid ${amount} ${asset.code} to ${made.depositAddress}: ${sent}.`)
  const untilPayment = (what: string, isSo: (payment: Payment) => boolean) =>
    untilSo(rehearsal, `the payment ${what}`, async () => {
      const now = await mandate.payments.get(made.id)
      const seen = inWords(now.status, now.settlement, now.settlementReason ?? now.reason)
      return { is: isSo(now) && now, seen }
    })
  await untilPayment('Succeeded', ({ status }) => status === 'Succeeded')
  tell('The payment has succeeded.')
  const settled = await untilPayment('settled', ({ settlement }) => settlement === 'Settled')
  const came = (await payer.balance(made.receiver as Address)) - before
  if (came <= 0n) throw new Error(`the receiver ${settled.receiver} has no more than before`)
  tell(
    `Moved on to ${settled.receiver}, which has ${formatUnits(came, asset.decimals)} ${asset.code} more since.`,
  )
}

const inWords = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null).join(', ')

/** Looks until it is so, and tells what it sees meanwhile. @throws with what was seen last, where that takes longer than a step may */
async function untilSo<Found>(
  { stepTimeoutMs, tell }: Rehearsal,
  what: string,
  look: () => Promise<{ is: Found | false | undefined; seen: string | undefined }>,
): Promise<Found> {
  let told = ''
  for (const until = performance.now() + stepTimeoutMs; ; await sleep(lookEveryMs)) {
    const { is, seen = 'nothing yet' } = await look()
    if (is) return is
    if (seen !== told) tell(`  waiting for ${what}: ${seen}`)
    told = seen
    if (performance.now() > until)
      throw new Error(`${what} did not come within ${stepTimeoutMs / 60_000} min: ${seen}`)
  }
}
