/** Finds what a text in the search box means among a merchant's own things; each question is answered by an index. */
import type { Owner } from '../../shared/owner.ts'
import { toBaseUnits } from '../../shared/money.ts'
import type { Database } from '../database.ts'
import { findByWords } from './by-words.ts'
import {
  ask,
  described,
  type SearchResult,
  foundKinds,
  foundOfKindMax,
  newestFirst,
  ofOwner,
  type SearchQuestion,
} from './found.ts'
import { type Meanings, readMeanings } from './meanings.ts'

type SearchRequest = {
  database: Pick<Database, 'pool'>
  owner: Owner
  /** The assets of the network. */
  assets: readonly { code: string; symbol: string; decimals: number }[]
  /** Whether the request log may be shown. */
  mayInspect: boolean
}

export type Search = {
  found: SearchResult[]
  /** By it, `words` of the lists finds what has these very words, and what is older; null where a word only begins several. */
  listWords: string | null
  /** Whether all was looked through for all words. */
  isComplete: boolean
}

export async function search(asked: SearchRequest, text: string): Promise<Search> {
  const meanings = readMeanings(text)
  const { database, owner } = asked
  const [exact, byWords] = await Promise.all([
    Promise.all([
      ask(database, owner, byHash(meanings)),
      ask(database, owner, byId(meanings)),
      ask(database, owner, byRequestId(asked, meanings)),
      ask(database, owner, byAmount(asked, meanings)),
    ]),
    readByWords(asked, meanings),
  ])
  const seen = new Set<string>()
  const found = [...exact.flat(), ...byWords.found].filter(({ kind, id }) => {
    const key = `${kind} ${id}`
    return !seen.has(key) && seen.add(key)
  })
  return {
    ...byWords,
    found: foundKinds.flatMap((kind) => found.filter((one) => one.kind === kind)),
  }
}

async function readByWords(
  { database, owner, assets }: SearchRequest,
  { words: text, ending, amount }: Meanings,
): Promise<Search> {
  // Whoever names an asset means an amount, and no word.
  if (text === null || codesOf(assets, amount).length > 0)
    return { found: [], listWords: null, isComplete: true }
  const { ids, listWords, isCut } = await findByWords(
    database,
    owner,
    { text, ending },
    foundOfKindMax,
  )
  const matched = 'words' as const
  const kinds = ['payment', 'subscription', 'plan'] as const
  const questions = kinds.map((kind): SearchQuestion => {
    const sql = `${described[kind]} and id = any($3) order by array_position($3::text[], id)`
    return { kind, matched, sql, values: [ids[kind]] }
  })
  const charges: SearchQuestion = {
    kind: 'charge',
    matched,
    sql: `${described.charge} and contract_address = any($3) ${newestFirst}`,
    values: [ids.subscription],
  }
  const named = (['customer', 'payer'] as const).flatMap((kind) =>
    ids[kind].map((id) => nameAlone({ kind, id, matched })),
  )
  const found = [...named, ...(await ask(database, owner, [...questions, charges]))]
  return { found, listWords, isComplete: !isCut }
}

/** Whoever is known by name alone: its page says the rest. */
const nameAlone = (one: Pick<SearchResult, 'kind' | 'id' | 'matched'>): SearchResult => ({
  ...one,
  title: one.id,
  status: null,
  amount: null,
  at: null,
  metadata: null,
})

/** So many of everybody's are looked at: more than one transaction logs. */
const loggedMax = 1_000

function byHash({ hash, ending }: Meanings): SearchQuestion[] {
  if (hash === null) return []
  const matched = 'transactionHash' as const
  // Behind every hash that begins so, in any collation.
  const values = [hash, `${hash}g`, `%${ending}`]
  const have = (
    id: string,
    table: string,
    more = '',
  ) => `id in (select ${id} from ${table} where transaction_hash >= $3
    and transaction_hash < $4 and transaction_hash like $5 ${more} order by transaction_hash limit ${loggedMax})`
  const charged = have('id', 'charge')
  const paid = have('payment_id', 'deposit_log')
  const moved = have('contract_address', 'chain_log', `and status <> 'Reorged'`)
  return [
    { kind: 'charge', matched, values, sql: `${described.charge} and ${charged}` },
    { kind: 'payment', matched, values, sql: `${described.payment} and ${paid}` },
    { kind: 'subscription', matched, values, sql: `${described.subscription} and ${moved}` },
  ]
}

function byId({ id }: Meanings): SearchQuestion[] {
  if (id === null) return []
  const matched = 'id' as const
  const values = [id]
  const actors = (['payment', 'plan', 'charge'] as const).map((kind): SearchQuestion => {
    return { kind, matched, values, sql: `${described[kind]} and id = $3` }
  })
  return [
    ...actors,
    {
      kind: 'delivery',
      matched,
      values,
      sql: `select id, event_type as title, status, created_at as at from delivery where ${ofOwner} and id = $3`,
    },
    {
      kind: 'event',
      matched,
      values,
      sql: `select event_id as id, event_type as title, null as status, at from merchant_event
        where ${ofOwner} and event_id = $3`,
    },
  ]
}

function byRequestId({ mayInspect }: SearchRequest, { words }: Meanings): SearchQuestion[] {
  if (!mayInspect || !words) return []
  const sql = `select id, method || ' ' || path as title, status::text as status, created_at as at from request_log
    where ${ofOwner} and request_id = $3 ${newestFirst}`
  return [{ kind: 'request', matched: 'requestId', values: [words], sql }]
}

/** Finds the newest of each asset that the owner's charges have, which their index has in order. */
const chargesOfAmount = `with recursive code as (
    select min(asset) as asset from charge where ${ofOwner}
    union all
    select (select min(asset) from charge where ${ofOwner} and asset > code.asset) from code where asset is not null)
  select found.* from code cross join lateral (
    ${described.charge}
    and asset = code.asset and decimals = $4 and amount = $3 and ($5::text[] is null or asset = any($5))
    ${newestFirst} limit ${foundOfKindMax}) found ${newestFirst}`

/** The assets that an amount may be of: people write the code or the token's symbol, in letters of any size. */
function codesOf(assets: SearchRequest['assets'], amount: Meanings['amount']): string[] {
  const named = amount?.asset?.toLowerCase()
  const isNamed = (one: SearchRequest['assets'][number]) =>
    [one.code, one.symbol].some((name) => name.toLowerCase() === named)
  return assets.filter(isNamed).map(({ code }) => code)
}

function byAmount({ assets }: SearchRequest, { amount }: Meanings): SearchQuestion[] {
  if (amount === null) return []
  const matched = 'amount' as const
  const codes = amount.asset === null ? null : codesOf(assets, amount)
  const [, fraction = ''] = amount.decimal.split('.')
  const known = new Set(assets.map((asset) => asset.decimals))
  const fitting = [...known].filter((decimals) => fraction.replace(/0+$/, '').length <= decimals)
  return fitting.flatMap((decimals): SearchQuestion[] => {
    const values = [String(toBaseUnits(amount.decimal, decimals)), decimals, codes]
    const payments = (are: string) =>
      `${described.payment} and ${are} and decimals = $4 and ($5::text[] is null or asset = any($5)) ${newestFirst}`
    const paidOtherwise = 'paid = $3 and paid > 0 and paid <> amount'
    return [
      { kind: 'payment', matched, values, sql: payments('amount = $3') },
      { kind: 'payment', matched, values, sql: payments(paidOtherwise) },
      { kind: 'charge', matched, values, sql: chargesOfAmount },
    ]
  })
}
