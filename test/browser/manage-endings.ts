/** The states of the manage page in which a subscription has ended, is about to, or cannot be seen. */
import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { createPlan } from './widget-world.ts'
import { dev, quick } from './chains.ts'
import { endLinks } from './links.ts'
import { along, type Reach } from './paths.ts'
import { newSubscriber, untilStatus } from './subscriptions.ts'
import type { Visit } from './visit.ts'
import { merchant, visit } from './world.ts'

async function cancelled() {
  const leaving = await newSubscriber()
  await merchant.command(leaving.contractAddress, 'cancel')
  await untilStatus(leaving.read, 'Cancelled')
  return { ...leaving, visited: await leaving.open() }
}

const left = along(cancelled, {
  'manage-cancelled-with-leftover': ({ visited }) => visited.button('Skip').waitFor(),
  'manage-cancelled': async ({ visited, approve }) => {
    await approve(0)
    await visited.page.reload()
    await visited.button('Save the proof').waitFor()
  },
})

/** Visits as customers whose links open nothing. */
const closed = along(async () => ({ visited: await visit(linkOf('a'.repeat(43))) }), {
  'manage-link-unknown': async ({ visited }) => {
    visited.allow(/401/)
    await closedBecause(visited, 'This link is not valid')
  },
  'manage-link-expired': async ({ visited }) => {
    const customerId = `c-${randomUUID()}`
    const { token } = await merchant.mandate.customerTokens.create({ customerId })
    await endLinks({ customerId }, -1)
    await visited.page.goto(linkOf(token))
    await closedBecause(visited, 'This link has expired')
  },
  'manage-link-revoked': async ({ visited }) => {
    const customerId = `c-${randomUUID()}`
    const { token } = await merchant.mandate.customerTokens.create({ customerId })
    await merchant.mandate.customerTokens.revokeMany({ customerId })
    await visited.page.goto(linkOf(token))
    await closedBecause(visited, 'This link has been ended')
  },
})

const linkOf = (token: string) => `${dev.manageUrl}/?session=${token}`

const closedBecause = ({ page }: Visit, words: string) =>
  page.getByRole('heading', { name: words }).waitFor()

export const manageEndings: Record<string, Reach> = {
  ...left,
  'manage-ending': async () => {
    const leaving = await newSubscriber()
    await merchant.mandate.subscriptions.cancel(leaving.subscription.contractAddress, {
      when: 'PaidPeriodEnd',
    })
    const visited = await leaving.open()
    await visited.text(/would still allow this/).waitFor()
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
    const planId = await createPlan(quick.codes[0], 'Plan to switch to')
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
    // The page stays at the only one that it has found: it is opened when there are both.
    const visited = await leaving.open()
    await visited.page
      .getByRole('link', { name: /^Manage/ })
      .first()
      .waitFor()
    await visited.page
      .getByRole('link', { name: /Plan to switch to/ })
      .first()
      .click()
    await visited.heading(/./).first().waitFor()
    return visited
  },
  ...closed,
}
