/** Lets subscriptions change: by the shop's calls, by the customer's, and by the wallet alone. */
import type { Customer, Shop } from './shop.ts'
import type { Fate } from './customers.ts'

const tokensAgain = 2_000
const teamTokens = 3_000

type Happening = (shop: Shop, customer: Customer) => Promise<unknown>

const happenings: Record<Fate, Happening> = {
  async cancels(shop, { contract }) {
    await shop.story.merchant.command(contract, 'cancel')
    return shop.until(contract, ({ status }) => status === 'Cancelled')
  },
  leavesWithPaidTime: ({ story }, { contract }) =>
    story.merchant.mandate.subscriptions.cancel(contract, { when: 'PaidPeriodEnd' }),
  revokes: (_shop, { contract, wallet }) => wallet.approve(contract, 0),
  runsDry: (_shop, { wallet }) => wallet.emptyPockets(),
  runsDryAndRecovers: (_shop, { wallet }) => wallet.emptyPockets(),
  async pauses(shop, { contract }) {
    await shop.story.merchant.command(contract, 'pause')
    return shop.until(contract, ({ status }) => status === 'Paused')
  },
  async pausesForAWhile(shop, { contract }) {
    const { pausableUntil } = await shop.story.merchant.read(contract)
    const { subscriptions } = shop.story.merchant.mandate
    await subscriptions.pause(contract, pausableUntil === null ? {} : { until: pausableUntil })
    return shop.until(contract, ({ status }) => status === 'Paused')
  },
  async resumes(shop, { contract }) {
    await shop.story.merchant.command(contract, 'unpause')
    return shop.until(contract, ({ status }) => status === 'Active')
  },
  async cancelsOnChain(shop, { contract, wallet }) {
    await wallet.control(contract, 'cancel')
    return shop.until(contract, ({ status }) => status === 'Cancelled')
  },
  async switchesToTeam(shop, { contract, wallet }) {
    const wish = { planId: shop.planIds.team, when: 'PaidPeriodEnd' } as const
    const draft = await shop.story.merchant.mandate.subscriptions.switch(contract, wish)
    await wallet.approve(draft.contractAddress, teamTokens)
    await shop.story.merchant.command(draft.contractAddress, 'activate')
  },
}

export const happen = (shop: Shop, fate: Fate, customer: Customer): Promise<unknown> =>
  happenings[fate](shop, customer)

/** Fills the wallets that ran dry for a while, once their charge has failed. */
export const recover = ({ wallet }: Customer): Promise<void> => wallet.earn(tokensAgain)
