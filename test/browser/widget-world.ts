/** The widget, opened as a shop opens it for its customer. */
import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { dev, oneToken, quick } from './chains.ts'
import type { TestWallet } from './wallet.ts'
import type { Visit, VisitSettings } from './visit.ts'
import { merchant, newWallet, visit } from './world.ts'

export const newCustomer = (): string => `customer-${randomUUID()}`

type Opening = {
  customerId?: string
  planId?: string
  /** Follows in the page's address. */
  search?: string
  expiresInSeconds?: number
  may?: 'manage' | 'leave'
} & VisitSettings

/** Creates a token, as a shop's backend does, and returns the widget's address with it. */
export async function widgetAddress({
  customerId = newCustomer(),
  planId = dev.planId,
  search = '',
  expiresInSeconds,
  may,
}: Opening = {}): Promise<string> {
  const { token } = await merchant.post<{ token: string }>(
    '/integration/subscriptions/create-customer-token',
    { customerId, ...(expiresInSeconds && { expiresInSeconds }), ...(may && { may }) },
  )
  return `${dev.widgetUrl}/?plan=${planId}&session=${token}${search}`
}

export async function openWidget(opening: Opening = {}): Promise<Visit> {
  const { customerId, planId, search, expiresInSeconds, may, ...settings } = opening
  const wishes = { customerId, planId, search, expiresInSeconds, may }
  const given = Object.fromEntries(Object.entries(wishes).filter(([, wish]) => wish !== undefined))
  return visit(await widgetAddress(given), settings)
}

/** The subscriptions of a customer, as the shop sees them. */
export async function subscriptionsOf(customerId: string) {
  const { subscriptions } = await merchant.get<{
    subscriptions: { contractAddress: Address; status: string; payer: Address }[]
  }>(`/integration/subscriptions?customerId=${customerId}`)
  return subscriptions
}

let plainPlanId: Promise<string> | undefined

/**
 * A plan of 10 in the chain's second token: like USDT, it takes no permits, and has a limit reset to
 * zero before it is changed.
 */
export function plainPlan(): Promise<string> {
  plainPlanId ??= createPlan(quick.codes[1], 'Maps, every month')
  return plainPlanId
}

/** Creates an Active plan of 10 every so many days. */
export async function createPlan(asset: string, name: string, periodDays = 31): Promise<string> {
  const { id } = await merchant.asPerson<{ id: string }>('POST', '/test/plans', {
    name,
    description: 'All maps, offline too.',
    asset,
    amount: '10',
    periodDays,
  })
  await merchant.asPerson('POST', `/test/plans/${id}/activate`, {})
  return id
}

type PayerWishes = Parameters<typeof newWallet>[1] & { customerId?: string; search?: string }

/** Opens the plain plan for a payer with so many of its tokens, 100 unless another number is given. */
export async function arrive({ customerId, search, tokens = 100, ...wishes }: PayerWishes = {}) {
  const wallet: TestWallet = await newWallet(quick, { ...wishes, tokens: 0 })
  const give = (whole: number) =>
    quick.mint(quick.tokens[1], wallet.account.address, BigInt(whole) * oneToken)
  if (tokens > 0) await give(tokens)
  const opening = { planId: await plainPlan(), ...(customerId && { customerId }) }
  const visited = await openWidget({ ...opening, ...(search && { search }), wallets: [wallet] })
  const { page, button, heading, text } = visited
  return { wallet, visited, give, page, button, heading, text }
}
