/** Lists in which one row stands for all that have the same value of a column: the newest of them. */
import type { Owner } from '../../shared/owner.ts'
import { allOf, type Value } from '../views/numbered.ts'
import type { Moving } from './moving-milestones.ts'
import { type Place, placeAt } from './places.ts'

type Conditions<Filter> = (filter: Filter, owner: Owner, value: Value) => (string | false)[]

export type Distinct<Filter> = {
  column: string
  /** What all rows match that one may stand for. */
  conditionsOf: Conditions<Filter>
  /** What the rows behind `newest` match that stood for others when it was the newest row. */
  conditionsAsOf: (filter: Filter, owner: Owner, value: Value, newest: Place) => (string | false)[]
}

/** In the order of creation and id, by which lists of actors are ordered. */
const isAfter = (comes: string, { at, id }: Place, value: Value): string =>
  `(created_at, id) ${comes} (${value(at)}::timestamptz, ${value(id)})`

/** The statements by which milestones of such a list are laid and counted. */
export function movingOf<Filter>(
  { table }: { table: string },
  { column, conditionsOf, conditionsAsOf }: Distinct<Filter>,
  { owner, filter }: { owner: Owner; filter: Filter },
): Moving {
  const owned = (value: Value) => [
    `merchant_id = ${value(owner.merchantId)}`,
    `network = ${value(owner.network)}`,
  ]
  const where = (value: Value, ...more: string[]) =>
    allOf([...owned(value), ...conditionsOf(filter, owner, value), ...more])
  const asOf = (
    newest: Place,
    value: Value,
  ) => `select id as place_id, created_at as moment from ${table}
    where ${allOf([...owned(value), ...conditionsAsOf(filter, owner, value, newest)])}`
  return {
    selectAll: (value) => `select distinct ${column} from ${table} where ${where(value)}`,
    asOf: (newest) => ({ direction: 'desc', select: (value) => asOf(newest, value) }),
    selectNewest: (value) => `select id, ${placeAt({})} as at from (
      select id, created_at as moment from ${table} where ${where(value)}
      order by created_at desc, id desc limit 1) newest`,
    selectArrivals: (newest, value) =>
      `select distinct ${column} from ${table} where ${where(value, isAfter('>', newest, value))}`,
    stoodInFront: (newest, place, value) => `(select ${isAfter('>=', place, value)} from ${table}
      where ${where(value, `${column} = arrival.${column}`, isAfter('<=', newest, value))}
      order by created_at desc, id desc limit 1)`,
  }
}
