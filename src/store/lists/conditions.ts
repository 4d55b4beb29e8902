/** Conditions that several lists share. A field that is left out, or an empty list, filters nothing. */
import type { Owner } from '../../shared/owner.ts'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import type { KindWithWords } from '../tables/search-words.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'
import { allOf, type ParameterValue } from '../views/query-parameters.ts'
import type { Reader } from './places.ts'

/** The moments of creation: from one on, and before another. */
export type CreatedBetween = { createdFrom?: Date | undefined; createdTo?: Date | undefined }

export const createdBetween = (
  { createdFrom, createdTo }: CreatedBetween,
  value: ParameterValue,
): (string | false)[] => [
  createdFrom !== undefined && `created_at >= ${value(createdFrom.toISOString())}`,
  createdTo !== undefined && `created_at < ${value(createdTo.toISOString())}`,
]

/** Amounts in plain decimals, both ends included, and their asset. */
export type AmountBetween = {
  asset?: string | undefined
  amountFrom?: string | undefined
  amountTo?: string | undefined
}

export const amountBetween = (
  { asset, amountFrom, amountTo }: AmountBetween,
  value: ParameterValue,
): (string | false)[] => [
  asset !== undefined && `asset = ${value(asset)}`,
  amountFrom !== undefined && `amount >= ${toUnits(amountFrom, value)}`,
  amountTo !== undefined && `amount <= ${toUnits(amountTo, value)}`,
]

/** In the row's own units; what most tokens have is computed once, not for every row (of 300,000: 100 ms). */
function toUnits(amount: string, value: ParameterValue): string {
  const decimal = `${value(amount)}::numeric`
  return `case decimals when 6 then ${decimal} * ${'1'.padEnd(7, '0')} when 18 then ${decimal} * ${'1'.padEnd(19, '0')}
    else ${decimal} * power(10::numeric, decimals) end`
}

/** The same, where an index has assets, decimals and amounts: each is a range of it, so the planner knows how few fit. */
export const amountInRanges = (
  { asset, amountFrom, amountTo }: AmountBetween,
  value: ParameterValue,
): (string | false)[] => {
  const from = amountFrom !== undefined && value(amountFrom)
  const to = amountTo !== undefined && value(amountTo)
  return [
    asset !== undefined && `asset = ${value(asset)}`,
    (from !== false || to !== false) && `(${byDecimals(from, to).join(' or ')})`,
  ]
}

const byDecimals = (from: string | false, to: string | false): string[] =>
  [
    { are: 'decimals = 6', unit: '1'.padEnd(7, '0') },
    { are: 'decimals = 18', unit: '1'.padEnd(19, '0') },
    ...['decimals < 6', 'decimals between 7 and 17', 'decimals > 18'].map((are) => ({
      are,
      unit: 'power(10::numeric, decimals)',
    })),
  ].map(
    ({ are, unit }) =>
      `(${allOf([
        are,
        from !== false && `amount >= ${from}::numeric * ${unit}`,
        to !== false && `amount <= ${to}::numeric * ${unit}`,
      ])})`,
  )

/** Moments that are stored as ISO 8601 in UTC: text order is time order. */
export const momentBetween = (
  column: string,
  { from, to }: { from: Date | undefined; to: Date | undefined },
  value: ParameterValue,
): (string | false)[] => [
  from !== undefined && `${column} >= ${value(from.toISOString())}`,
  to !== undefined && `${column} < ${value(to.toISOString())}`,
]

export const isAmong = (
  column: string,
  wanted: readonly string[] | undefined,
  value: ParameterValue,
): string | false => (wanted ?? []).length > 0 && `${column} = any(${value(wanted)})`

export const isExactly = (
  column: string,
  wanted: string | undefined,
  value: ParameterValue,
): string | false => wanted !== undefined && `${column} = ${value(wanted)}`

/** The ids of the owner's plans that carry one of the tags. */
export const plansWithTags = (
  tags: readonly string[],
  owner: Owner,
  value: ParameterValue,
): string =>
  `(select id from plan where merchant_id = ${value(owner.merchantId)}
    and network = ${value(owner.network)} and tags ?| ${value(tags)})`

/** Metadata that is a text may be an object. */
export const readMetadata = (text: string | null): MetadataOfRow =>
  text === null ? null : (readObject(text) ?? text)

/** Reads a text that is a JSON object; null where it is anything else. */
function readObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

/** Reads actors of a kind by their ids. */
export const actorsOf =
  <K extends ActorKind>(kind: K) =>
  async (reader: Reader, owner: Owner, ids: string[]): Promise<Map<string, StoredActor<K>>> => {
    const { rows } = await reader.query<ActorRow<K>>(
      `select id, merchant_id as "merchantId", network, status, phase, revision,
         machine_version as "machineVersion", snapshot
       from ${kind} where id = any($1) and merchant_id = $2 and network = $3`,
      [ids, owner.merchantId, owner.network],
    )
    return new Map(rows.map((row) => [row.id, toStoredActor(kind, row)]))
  }

/** Words of a text beyond these filter nothing. */
const wordsMax = 8

/**
 * What has all words of a text. Each word is its own condition and a constant to the planner, which so knows whether few
 * rows have it or nearly all. By moment and id, words come in the order of the list.
 */
export function hasWords(
  { kind, columns = ['created_at', 'id'] }: { kind: KindWithWords; columns?: string[] },
  text: string | undefined,
  owner: Owner,
  value: ParameterValue,
): string | false {
  if (text === undefined) return false
  const parts = text.normalize('NFKD').split(/[^\p{L}\p{N}]+/u)
  const count = parts.length + parts.filter((part) => /^\D+\d+$/.test(part)).length
  const words = `(search_words(${value(text)}))`
  const found = columns.length > 1 ? 'found.created_at, found.id' : 'found.id'
  const conditions = Array.from(
    { length: Math.min(count, wordsMax) },
    (_, nth) => `(${columns.join(', ')}) in (select ${found} from search_word found
      where found.merchant_id = ${value(owner.merchantId)} and found.network = ${value(owner.network)}
        and found.kind = '${kind}' and found.word = any(spellings_of(coalesce(${words}[${nth + 1}], ${words}[1]))))`,
  )
  return allOf(conditions)
}

/** A merchant's own reference: a text, or members. */
export type MetadataOfRow = string | Record<string, unknown> | null
