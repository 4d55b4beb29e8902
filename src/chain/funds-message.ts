import type { Cause, Message } from '../shared/message.ts'
import type { Funds } from './funds.ts'
import type { KnownSubscription } from './subscriptions.ts'

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
