/** A month in which the payer's account is empty, and the moment in which the money arrives. */
import { expectThat, heading, says } from './narrator.ts'
import { periodDays, type Story, whenSubscription, whenReported } from './story.ts'

export async function missingMoney(story: Story, contractAddress: string): Promise<void> {
  const { merchant, payer } = story
  heading('A month later the payer has no money')
  await payer.emptyPockets()
  await merchant.pass(periodDays)
  const overdue = await merchant.read(contractAddress)
  expectThat('status and phase', [overdue.status, overdue.phase], ['Active', 'Overdue'])
  expectThat('why', overdue.reason, 'InsufficientBalance')
  expectThat('the charge', overdue.charges[0]!.status, 'Retrying')
  await whenReported(story, contractAddress, 'SubscriptionChargeStatusChanged', 'Retrying')
  says('no gas was spent on it: the service looked before it sent')

  heading('The money arrives, and the charge is made at once, not at the next attempt')
  await payer.earn(1_000)
  const paid = await whenSubscription(
    story,
    contractAddress,
    'the charge right after the money',
    ({ chargesMade }) => chargesMade === 3,
  )
  expectThat('status and phase', [paid.status, paid.phase], ['Active', 'Current'])
}
