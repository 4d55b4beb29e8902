import type { Cause, Message } from '../shared/message.ts'
import type { KnownSubscription } from './rows/subscriptions.ts'
import type { Funds } from './rows/payer-funds.ts'

/**
 * Creates the message that reports to a subscription what its payer allows and has. `isOutrun`: another one has begun in
 * its place while it waited for money.
 */
export const createFundsMessage = (
  id: string,
  { contractAddress, merchantId, network }: KnownSubscription,
  { allowance, balance }: Funds,
  position: number,
  cause: Cause,
  isOutrun = false,
): Message => ({
  id,
  kind: 'subscription',
  entityId: contractAddress,
  merchantId,
  network,
  event: {
    type: 'chain.fundsSeen',
    allowance: String(allowance),
    balance: String(balance),
    position,
    ...(isOutrun && { isOutrun }),
  },
  cause,
})
