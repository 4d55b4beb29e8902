/** A pause that keeps the time left, and a cancel that the chain itself enforces. */
import { dayMs } from '../../machines/durations.ts'
import { expectThat, heading, request, says } from './narrator.ts'
import { periodDays, type Story, whenStatus } from './story.ts'

export async function pausing(story: Story, contractAddress: string): Promise<void> {
  const { merchant } = story
  heading('The shop pauses; the contract is frozen on chain')
  const before = await merchant.read(contractAddress)
  const { now } = await merchant.mandate.testClock.read()
  request(`POST /integration/subscriptions/${contractAddress}/pause`)
  expectThat('status', (await merchant.command(contractAddress, 'pause')).status, 'PendingPause')
  await whenStatus(story, contractAddress, 'Paused')
  const leftDays = Math.round((Date.parse(before.nextChargeAt) - Date.parse(now)) / dayMs)
  says(`${leftDays} days of the paid period are left`)

  // After the grace of the next charge only the payer could resume.
  heading('A period and a day pass, and nothing is charged')
  const resumedAt = await merchant.pass(periodDays + 1)
  expectThat('charges made', (await merchant.read(contractAddress)).chargesMade, before.chargesMade)

  heading('The shop resumes; the time left is the time that was left')
  request(`POST /integration/subscriptions/${contractAddress}/unpause`)
  await merchant.command(contractAddress, 'unpause')
  const resumed = await whenStatus(story, contractAddress, 'Active')
  const left = Math.round((Date.parse(resumed.nextChargeAt) - resumedAt.getTime()) / dayMs)
  expectThat('days left', left, leftDays)
}

export async function cancelling(story: Story, contractAddress: string): Promise<void> {
  const { merchant, payer } = story
  heading('The shop cancels, and from then on nobody can charge, not even by hand on chain')
  request(`POST /integration/subscriptions/${contractAddress}/cancel`)
  await merchant.command(contractAddress, 'cancel')
  const cancelled = await whenStatus(story, contractAddress, 'Cancelled')
  await merchant.pass(2 * periodDays)
  const refused = await payer.chargeByStranger(contractAddress).then(
    () => 'charged',
    () => 'reverted',
  )
  expectThat('a charge sent straight to the factory', refused, 'reverted')
  expectThat(
    'charges made',
    (await merchant.read(contractAddress)).chargesMade,
    cancelled.chargesMade,
  )
}
