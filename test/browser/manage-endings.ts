/** The states of the manage page in which a subscription has ended, is about to, or cannot be seen. */
import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { createPlan } from './widget-world.ts'
import { dev, quick } from './chains.ts'
import { endLinks } from './links.ts'
import { once, runner } from './shared-subscribers.ts'
import { newSubscriber, untilStatus } from './subscriptions.ts'
import type { Visit } from './visit.ts'
import { merchant, visit } from './world.ts'

type Reach = () => Promise<Visit>

/** Has cancelled, and takes the limit back once it was seen to be left over. */
const leaver = once(async () => {
  const leaving = await newSubscriber()
  await merchant.command(leaving.subscription.contractAddress, 'cancel')
  await untilStatus(leaving.read, 'Cancelled')
  return leaving
})

export const manageEndings: Record<string, Reach> = {
  'manage-cancel-asks': async () => {
    const { open } = await runner()
    const visited = await open()
    await visited.text('Your wallet is ready.').waitFor()
    await visited.button('Cancel the subscription…').click()
    return visited
  },
  'manage-ending': async () => {
    const leaving = await newSubscriber()
    await merchant.mandate.subscriptions.cancel(leaving.subscription.contractAddress, {
      when: 'PaidPeriodEnd',
    })
    const visited = await leaving.open()
    await visited.text(/would still allow this/).waitFor()
    return visited
  },
  'manage-cancelled-with-leftover': async () => {
    const visited = await (await leaver()).open()
    await visited.button('Skip').waitFor()
    return visited
  },
  'manage-cancelled': async () => {
    const leaving = await leaver()
    await leaving.approve(0)
    const visited = await leaving.open()
    await visited.button('Save the proof').waitFor()
    return visited
  },
  'manage-finished': async () => {
    const { open } = await newSubscriber({ more: { maxPeriods: 1 } })
    const visited = await open()
    await visited.button('Skip').waitFor()
    return visited
  },
  'manage-switching': async () => {
    const leaving = await newSubscriber()
    const planId = await createPlan(quick.codes[0], 'Second plan')
    const visited = await leaving.open()
    const { token } = await merchant.mandate.customerTokens.create({
      customerId: leaving.customerId,
    })
    const { contractAddress } = leaving.subscription
    const answer = await fetch(`${dev.baseUrl}/session/subscriptions/${contractAddress}/switch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ planId, when: 'PaidPeriodEnd' }),
    })
    const draft = (await answer.json()) as { contractAddress: Address }
    await leaving.approve(240, draft.contractAddress)
    await untilStatus(() => merchant.mandate.subscriptions.get(draft.contractAddress), 'Pending')
    await visited.page
      .getByRole('link', { name: /^Manage/ })
      .first()
      .waitFor()
    await visited.page
      .getByRole('link', { name: /Second plan/ })
      .first()
      .click()
    await visited.heading(/./).first().waitFor()
    return visited
  },
  'manage-link-unknown': async () => {
    const visited = await visit(`${dev.manageUrl}/?session=${'a'.repeat(43)}`)
    visited.allow(/401/)
    await visited.page.getByRole('heading', { level: 1 }).waitFor()
    return visited
  },
  'manage-link-expired': async () => {
    const customerId = `c-${randomUUID()}`
    const { token } = await merchant.mandate.customerTokens.create({ customerId })
    await endLinks({ customerId }, 0)
    const visited = await visit(`${dev.manageUrl}/?session=${token}`)
    visited.allow(/401/)
    await visited.page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    return visited
  },
  'manage-link-revoked': async () => {
    const customerId = `c-${randomUUID()}`
    const { token } = await merchant.mandate.customerTokens.create({ customerId })
    await merchant.post('/integration/subscriptions/revoke-customer-tokens', { customerId })
    const visited = await visit(`${dev.manageUrl}/?session=${token}`)
    visited.allow(/401/)
    await visited.page.getByRole('heading', { level: 1 }).waitFor()
    return visited
  },
  'manage-service-away': async () => {
    const { open } = await runner()
    const visited = await open()
    await visited.text('Your wallet is ready.').waitFor()
    visited.allow(/ERR_|Failed to load/)
    await visited.page.route('**/session/**', (route) => route.abort())
    await visited.button('Cancel the subscription…').click()
    await visited.button('Yes, cancel').click()
    await visited.hurryTo(visited.page.getByRole('alert'))
    return visited
  },
}
