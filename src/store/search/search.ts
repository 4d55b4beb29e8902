/** Finds what a text in the search box means among a merchant's own things; each question is answered by an index. */
import type { Owner } from '../../shared/owner.ts'
import { toBaseUnits } from '../../shared/money.ts'
import type { Database } from '../database.ts'
import { type Meanings, readMeanings } from './search-words.ts'

/** The newest of each kind are found; more are behind the list that is answered with them. */
const foundOfKindMax = 5

type FoundKind =
  | 'subscription'
  | 'charge'
  | 'payment'
  | 'plan'
  | 'customer'
  | 'payer'
  | 'delivery'
  | 'event'
  | 'request'

export type Found = {
  kind: FoundKind
  id: string
  /** Its name, for people. */
  title: string
  status: string | null
  matched:
    | 'id'
    | 'address'
    | 'payer'
    | 'transactionHash'
    | 'customerId'
    | 'amount'
    | 'name'
    | 'requestId'
}

type Asked = {
  database: Pick<Database, 'pool'>
  owner: Owner
  decimals: readonly number[]
  /** Whether the request log may be shown. */
  mayInspect: boolean
}
type Row = { id: string; title: string | null; status: string | null }

/** `decimals` are those that the network's assets have. */
export async function search(asked: Asked, text: string): Promise<Found[]> {
  const meanings = readMeanings(text)
  const found = await Promise.all([
    byAddress(asked, meanings),
    byHash(asked, meanings),
    byId(asked, meanings),
    byName(asked, meanings),
    byAmount(asked, meanings),
  ])
  const seen = new Set<string>()
  return found.flat().filter(({ kind, id }) => {
    const key = `${kind} ${id}`
    return !seen.has(key) && seen.add(key)
  })
}

type Question = { kind: FoundKind; matched: Found['matched']; sql: string; values: unknown[] }

/** Asks with $1 and $2 for the owner, the values from $3 on; `title` is what people call it. */
async function ask({ database, owner }: Asked, questions: Question[]): Promise<Found[]> {
  const answers = questions.map(async ({ kind, matched, sql, values }) => {
    const { rows } = await database.pool.query<Row>(`${sql} limit ${foundOfKindMax}`, [
      owner.merchantId,
      owner.network,
      ...values,
    ])
    return rows.map(({ id, title, status }) => ({ kind, id, title: title ?? id, status, matched }))
  })
  return (await Promise.all(answers)).flat()
}

const ofOwner = 'merchant_id = $1 and network = $2'
const newestFirst = 'order by created_at desc, id desc'

const subscriptions = `select id, customer_id as title, status from subscription where ${ofOwner}`
const charges = `select id, customer_id as title, status from charge where ${ofOwner}`
const payments = `select id, coalesce(snapshot->'context'->>'description', id) as title, status
  from payment where ${ofOwner}`
const plans = `select id, name as title, status from plan where ${ofOwner}`

async function byAddress(asked: Asked, { address }: Meanings): Promise<Found[]> {
  if (address === null) return []
  const found = await ask(asked, [
    {
      kind: 'subscription',
      matched: 'address',
      values: [address],
      sql: `${subscriptions} and id = $3`,
    },
    {
      kind: 'payment',
      matched: 'address',
      values: [address],
      sql: `${payments} and deposit_address = $3`,
    },
    {
      kind: 'subscription',
      matched: 'payer',
      values: [address],
      sql: `${subscriptions} and payer = $3 ${newestFirst}`,
    },
  ])
  if (!found.some(({ matched }) => matched === 'payer')) return found
  const payer = {
    kind: 'payer',
    matched: 'payer',
    id: address,
    title: address,
    status: null,
  } as const
  return [payer, ...found]
}

async function byHash(asked: Asked, { hash }: Meanings): Promise<Found[]> {
  if (hash === null) return []
  const matched = 'transactionHash' as const
  const paid = `id in (select payment_id from deposit_log where transaction_hash = $3)`
  const moved = `id in (select contract_address from chain_log
    where transaction_hash = $3 and status <> 'Reorged')`
  return ask(asked, [
    { kind: 'charge', matched, values: [hash], sql: `${charges} and transaction_hash = $3` },
    { kind: 'payment', matched, values: [hash], sql: `${payments} and ${paid}` },
    { kind: 'subscription', matched, values: [hash], sql: `${subscriptions} and ${moved}` },
  ])
}

async function byId(asked: Asked, { id }: Meanings): Promise<Found[]> {
  if (id === null) return []
  const matched = 'id' as const
  return ask(asked, [
    { kind: 'payment', matched, values: [id], sql: `${payments} and id = $3` },
    { kind: 'plan', matched, values: [id], sql: `${plans} and id = $3` },
    { kind: 'charge', matched, values: [id], sql: `${charges} and id = $3` },
    {
      kind: 'delivery',
      matched,
      values: [id],
      sql: `select id, event_type as title, status from delivery where ${ofOwner} and id = $3`,
    },
    {
      kind: 'event',
      matched,
      values: [id],
      sql: `select event_id as id, event_type as title, null as status from merchant_event
        where ${ofOwner} and event_id = $3`,
    },
  ])
}

const requestsOf = (requestId: string): Question => ({
  kind: 'request',
  matched: 'requestId',
  values: [requestId],
  sql: `select id, method || ' ' || path as title, status::text as status from request_log
    where ${ofOwner} and request_id = $3 ${newestFirst}`,
})

/** Customers whose name begins so, requests that carry it, and plans that have it in theirs. */
async function byName(asked: Asked, { name }: Meanings): Promise<Found[]> {
  if (!name) return []
  const escaped = name.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return ask(asked, [
    {
      kind: 'customer',
      matched: 'customerId',
      values: [`${escaped}%`],
      sql: `select distinct customer_id as id, customer_id as title, null as status from subscription
        where ${ofOwner} and customer_id like $3`,
    },
    {
      kind: 'customer',
      matched: 'customerId',
      values: [`${escaped.toLowerCase()}%`],
      sql: `select distinct customer_id as id, customer_id as title, null as status from subscription
        where ${ofOwner} and customer_id like $3`,
    },
    ...(asked.mayInspect ? [requestsOf(name)] : []),
    {
      kind: 'plan',
      matched: 'name',
      values: [`%${escaped}%`],
      sql: `${plans} and name ilike $3 ${newestFirst}`,
    },
  ])
}

/** Finds the newest of each asset that the owner's charges have, which their index has in order. */
const chargesOfAmount = `with recursive code as (
    select min(asset) as asset from charge where ${ofOwner}
    union all
    select (select min(asset) from charge where ${ofOwner} and asset > code.asset) from code where asset is not null)
  select found.* from code cross join lateral (
    select id, customer_id as title, status, created_at from charge
    where ${ofOwner} and asset = code.asset and decimals = $4 and amount = $3 and ($5::text is null or asset = $5)
    ${newestFirst} limit ${foundOfKindMax}) found ${newestFirst}`

async function byAmount(asked: Asked, { amount }: Meanings): Promise<Found[]> {
  if (amount === null) return []
  const matched = 'amount' as const
  const [, fraction = ''] = amount.decimal.split('.')
  const fitting = asked.decimals.filter(
    (decimals) => fraction.replace(/0+$/, '').length <= decimals,
  )
  const questions = fitting.flatMap((decimals): Question[] => {
    const values = [String(toBaseUnits(amount.decimal, decimals)), decimals, amount.asset]
    const is = `and amount = $3 and decimals = $4 and ($5::text is null or asset = $5) ${newestFirst}`
    return [
      { kind: 'payment', matched, values, sql: `${payments} ${is}` },
      { kind: 'charge', matched, values, sql: chargesOfAmount },
    ]
  })
  return ask(asked, questions)
}
