/** The shop and its customers' wallets, each with a key, some gas and tokens of its own. */
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { eventually } from '../../../examples/client/eventually.ts'
import type { SubscriptionJson } from '../../../examples/client/merchant.ts'
import { Payer } from '../../../examples/client/payer.ts'
import type { Story } from '../story.ts'
import { type Member, type PlanName, plans } from './customers.ts'
import { offerPlans } from './offer-plans.ts'

/** More than any plan of the shop costs in the years to come. */
const chargesAllowed = 60
const tokensAtFirst = 5_000
const gasAtFirst = parseEther('10')

export type Customer = { contract: string; wallet: Payer; planId: string }

export class Shop {
  readonly story: Story
  readonly planIds: Record<PlanName, string>
  readonly customers = new Map<string, Customer>()

  private constructor(story: Story, planIds: Record<PlanName, string>) {
    this.story = story
    this.planIds = planIds
  }

  static async open(story: Story): Promise<Shop> {
    return new Shop(story, await offerPlans(story.merchant))
  }

  async newWallet(plan: PlanName, tokens = tokensAtFirst): Promise<Payer> {
    const privateKey = generatePrivateKey()
    const payer = { address: privateKeyToAddress(privateKey), privateKey }
    const { chains } = this.story.merchant.dev
    const wallet = new Payer({ chains, payer }, { asset: plan === 'tether' ? 1 : 0, mines: true })
    await wallet.node.setBalance({ address: wallet.address, value: gasAtFirst })
    await wallet.earn(tokens)
    return wallet
  }

  /** Creates a Draft. */
  draft(
    { customer, plan, maxPeriods }: Pick<Member, 'customer' | 'plan' | 'maxPeriods'>,
    payer: Payer,
    startFrom: Date,
  ): Promise<SubscriptionJson> {
    return this.story.merchant.mandate.subscriptions.create({
      planId: this.planIds[plan],
      customerId: customer,
      payer: payer.address,
      startFrom,
      metadata: `order ${1_000 + this.customers.size}`,
      maxPeriods: maxPeriods ?? chargesAllowed,
    })
  }

  /** Subscribes a customer from a moment on: the draft and the wallet's approval. The first charge comes then. */
  async join(member: Omit<Member, 'joins'>, startFrom: Date, tokens?: number): Promise<Customer> {
    const { customer, plan, allows = chargesAllowed } = member
    const wallet = await this.newWallet(plan, tokens)
    const { contractAddress: contract } = await this.draft(member, wallet, startFrom)
    await wallet.approve(contract, Math.ceil(Number(plans[plan].amount) * allows))
    await this.story.merchant.command(contract, 'activate')
    await this.until(contract, ({ status }) => status === 'Pending' || status === 'Active')
    const joined = { contract, wallet, planId: this.planIds[plan] }
    this.customers.set(`${customer}/${plan}`, joined)
    return joined
  }

  async until(
    contract: string,
    isSo: (now: SubscriptionJson) => boolean,
  ): Promise<SubscriptionJson> {
    return eventually(`${contract} as it should be`, async () => {
      const subscription = await this.story.merchant.read(contract)
      return isSo(subscription) ? subscription : null
    })
  }
}
