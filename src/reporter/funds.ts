/** Reports to subscriptions what their payers allow and have, where that is news to them. */
import { createFundsMessage } from '../chain/funds-message.ts'
import type { Funds, FundsSeen } from '../chain/rows/payer-funds.ts'
import { endOfBlock } from '../chain/rows/position.ts'
import type { KnownSubscription } from '../chain/rows/subscriptions.ts'
import type { Cause, Message } from '../shared/message.ts'

/** Subscriptions, in their order what was seen of their payers, and the drafts that are outrun. */
type FundsRead = {
  subscriptions: readonly KnownSubscription[]
  seen: FundsSeen
  outrun: readonly string[]
}

/** `tag`: names the occasion, so that each report counts once. */
export function toFundsMessages(
  blockchain: string,
  tag: string,
  { subscriptions, seen, outrun }: FundsRead,
): Message[] {
  const position = endOfBlock(seen.blockNumber)
  const cause: Cause = { type: 'chain', detail: `allowance and balance read on ${blockchain}` }
  return subscriptions.flatMap((subscription, index) => {
    const funds = seen.funds[index]!
    const { contractAddress } = subscription
    const isOutrun = outrun.includes(contractAddress)
    const id = `${blockchain}/${tag}/funds/${contractAddress}${isOutrun ? `/outrun/${position}` : ''}`
    return isChanged(subscription, funds) || isOutrun
      ? [createFundsMessage(id, subscription, funds, position, cause, isOutrun)]
      : []
  })
}

const isChanged = (known: KnownSubscription, { allowance, balance }: Funds): boolean =>
  known.allowance !== String(allowance) || known.balance !== String(balance)
