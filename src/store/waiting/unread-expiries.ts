/**
 * The expiry of a payment waits while its chain is read: after a restore or an outage of all watchers the money may lie in
 * blocks that nobody has read yet, and a merchant who reads `Expired` may give the order away.
 */

/** A poll may have begun so long before the expiry: while a payment is open they are seconds apart, and noted every five. */
const headAgeMsMax = 15_000
/** For so long expiries wait for a chain of which more and more is read, and never all. */
const heldMsMax = 7 * 24 * 60 * 60_000
/** For so long expiries wait for a chain that nobody reads; then they are reported all the same. */
export const unreadMsMax = 60 * 60_000

/** `chains`: those whose expiries wait. `isWaitNew`: whether nobody could have read them for `unreadMsMax` yet, as at a start. */
export type AwaitedReading = { chains: readonly string[]; isWaitNew: boolean }

type Places = { now: string; chains: string; isWaitNew: string }

/** Says in SQL, of the row `t` of `timer`, whether its chain is still to be read up to it. */
export const isUnreadExpiry = ({ now, chains, isWaitNew }: Places): string =>
  `case when t.kind = 'payment' and t.timer_id like 'xstate.after.untilExpired.%' then exists (
      select from payment p join chain_cursor c on c.blockchain = p.blockchain
      where p.id = t.entity_id and p.merchant_id = t.merchant_id and p.network = t.network
        and p.blockchain = any(${chains}::text[])
        and ${now}::timestamptz < t.due_at + interval '${heldMsMax} milliseconds'
        and ${now}::timestamptz - (now() - c.reached_head_at)
          < t.due_at - interval '${headAgeMsMax} milliseconds'
        and (${isWaitNew}::boolean or c.seen_at > now() - interval '${unreadMsMax} milliseconds'))
    else false end`
