/** Statements that are known to read all of a table, each with the reason; one that no longer does has to leave. */

/**
 * `part`: of the statement, as PostgreSQL wrote it down with single spaces. `isSeldom`: PostgreSQL decides otherwise most
 * of the time, by what it has just counted.
 */
type KnownFault = { part: string; why: string; isSeldom?: true }

export const knownFaults: readonly KnownFault[] = [
  {
    part: '(select from merchant_event where merchant_event.merchant_id = $1 and merchant_event.network = $2 and at',
    why: 'events of a time are counted, up to ten thousand; of a month that lies within it all are looked at, in the index or the table',
    isSeldom: true,
  },
  {
    part: 'as place from deposit_watch w join payment p',
    why: 'the watcher lets go of addresses beyond ten thousand every ten minutes, and looks at all to find the oldest',
  },
  {
    part: 'with live as ( select s.nonce, t.status, s.signed_at from signed_transaction s',
    why: 'of a lane the nonces that are not mined are asked for; while they are newer than what was counted, the index may be left aside',
    isSeldom: true,
  },
  {
    part: 'as taken from unnest(',
    why: 'the forecast holds all wallets against what was taken from them; its answer is kept while somebody looks on',
  },
  {
    part: 'with gas as (select * from unnest(',
    why: 'the forecast goes through all subscriptions and wallets: a figure, kept while somebody looks on',
  },
  {
    part: "(snapshot->'context'->>'seenMost')::numeric",
    why: 'which payments were taken back stands in their snapshots alone',
  },
  {
    part: 'from request_log where',
    why: 'the log of requests is that of 30 days; of what few have in common all are looked at, in the index or the table',
  },
  {
    part: "select 'plan' as kind, status, phase, count(*)::int as count from plan",
    why: 'an operator counts the actors of all merchants, by state',
  },
]
