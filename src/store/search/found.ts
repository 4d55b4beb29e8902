/** What the search box finds: each kind as a merchant knows it, with its name, its amount, its day and its reference. */
import { formatMoney } from '../../shared/money.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { readMetadata, type MetadataOfRow } from '../lists/conditions.ts'
/** The newest of each kind are found; more are behind the list of the kind. */
export const foundOfKindMax = 5

/** In the order in which they are shown. */
export const foundKinds = [
  'payer',
  'customer',
  'payment',
  'subscription',
  'charge',
  'plan',
  'delivery',
  'event',
  'request',
] as const
export type FoundKind = (typeof foundKinds)[number]

export const matches = ['id', 'transactionHash', 'amount', 'words', 'requestId'] as const

export type SearchResult = {
  kind: FoundKind
  id: string
  /** Its name, for people; its id where it has none. */
  title: string
  status: string | null
  amount: string | null
  /** When it was created, or the money moved or is due. */
  at: string | null
  metadata: MetadataOfRow
  matched: (typeof matches)[number]
}

export type SearchQuestion = {
  kind: FoundKind
  matched: SearchResult['matched']
  sql: string
  values: unknown[]
}

type Row = {
  id: string
  title: string | null
  status: string | null
  plan?: string | null
  amount?: string
  decimals?: number
  asset?: string
  /** By the clock of the network, as its page has it. */
  at?: string
  metadata?: MetadataOfRow
}

export const ofOwner = 'merchant_id = $1 and network = $2'
export const newestFirst = 'order by created_at desc, id desc'

const money = 'status, amount, decimals, asset, created_at'
const createdAt = `snapshot->'context'->>'createdAt' as at`
const metadataText = `snapshot->'context'->>'metadata' as metadata`
/** The plan's name, or its id where it has none. */
const planOf = (planId: string) => `coalesce((select plan.name from plan where plan.id = ${planId}
  and plan.merchant_id = $1 and plan.network = $2), ${planId})`

/** Reads each kind; conditions follow. */
export const described = {
  subscription: `select id, customer_id as title, ${money}, ${createdAt}, ${metadataText}, ${planOf('plan_id')} as plan
    from subscription where ${ofOwner}`,
  charge: `select id, customer_id as title, ${money}, charge_date as at, ${metadataText}, (select ${planOf('plan_id')} from subscription
    where subscription.id = charge.contract_address and ${ofOwner}) as plan from charge where ${ofOwner}`,
  payment: `select id, snapshot->'context'->>'description' as title, ${money}, ${createdAt}, metadata
    from payment where ${ofOwner}`,
  plan: `select id, name as title, ${money}, ${createdAt} from plan where ${ofOwner}`,
}

/** Asks with $1 and $2 for the owner, the values from $3 on. */
export async function ask(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  questions: SearchQuestion[],
): Promise<SearchResult[]> {
  const answers = questions.map(async ({ kind, matched, sql, values }) => {
    const { rows } = await pool.query<Row>(`${sql} limit ${foundOfKindMax}`, [
      owner.merchantId,
      owner.network,
      ...values,
    ])
    return rows.map((row): SearchResult => ({ kind, matched, ...describe(row) }))
  })
  return (await Promise.all(answers)).flat()
}

function describe({
  id,
  title,
  status,
  plan,
  metadata = null,
  ...row
}: Row): Omit<SearchResult, 'kind' | 'matched'> {
  const { amount, decimals, asset } = row
  return {
    id,
    title: [title, plan].filter(Boolean).join(' · ') || id,
    status,
    amount: amount === undefined ? null : formatMoney(amount, decimals!, asset!),
    at: row.at === undefined ? null : new Date(row.at).toISOString(),
    metadata: typeof metadata === 'string' ? readMetadata(metadata) : metadata,
  }
}
