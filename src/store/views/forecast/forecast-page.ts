/**
 * A page of a forecast by the place of a charge: only payers whose charges stand there are judged, with all that they have
 * to pay, so that a page costs what it shows and not what the merchant has.
 */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'
import { cutPart, type FoundPage, type Part, type ListPosition } from '../../lists/places.ts'
import { askAtLarge } from '../large-query.ts'
import { allOf, numbered, type ParameterValue } from '../query-parameters.ts'
import {
  dayOf,
  type ForecastCharge,
  type ForecastFilter,
  isPast,
  listForecastCharges,
  toMoment,
} from './forecast-charges.ts'
import { type Forecast, readForecast, readSurroundings } from './forecast.ts'
import type { Surroundings } from './judged.ts'
import {
  addGround,
  dueAt,
  type ForecastGround,
  plannedSubscriptions,
  toStoredMoment,
} from './planned.ts'

/** If only some charges match, so many times the wanted number of subscriptions is judged first. */
const judgedForEach = 8
/** A search past these limits reads the whole forecast: that is sooner done. */
const judgedMax = 4_000
const roundsMax = 3
/** So many times as many are judged next as would do if they were like those before. */
const reserve = 1.5

type ForecastPageRequest = {
  filter: ForecastFilter
  /** Comes from the whole forecast; without them they are read. */
  surroundings?: Surroundings
  /** Overrides how many are judged first; otherwise that follows from what is wanted. */
  judgedFirst?: number
  /** Makes the whole forecast, for what is so rare that most of it has to be looked through. */
  readWhole: () => Promise<{ ground: ForecastGround; forecast: Forecast }>
}

/** Lists the charges behind a place, or in front of it, as the whole forecast would judge them. */
export async function readForecastPage(
  database: Database,
  owner: Owner,
  ground: ForecastGround,
  { filter, judgedFirst, readWhole, ...known }: ForecastPageRequest,
  part: Omit<Part, 'offset'>,
): Promise<FoundPage<ForecastCharge>> {
  if (isPast(filter, ground)) return cutPart([], part)
  const surroundings = known.surroundings ?? (await readSurroundings(database, owner, ground))
  const isBack = part.before !== undefined
  const wanted = part.limit + 1
  const isSparse = filter.class !== undefined || filter.reason !== undefined
  const rows: ForecastCharge[] = []
  let place = part.before ?? part.after
  let size = judgedFirst ?? (isSparse ? wanted * judgedForEach : wanted)
  for (let round = 0; round < roundsMax && size <= judgedMax; round++) {
    const limit = wanted - rows.length
    const asked = { filter, surroundings, place, isBack, limit }
    const { charges, last } = await judgeNearest(database, owner, ground, asked, size)
    rows.push(...charges)
    if (rows.length >= wanted || last === null) return cutPart(rows.map(placed), part)
    place = last
    size = Math.ceil((size * reserve * (wanted - rows.length)) / charges.length)
  }
  const whole = await readWhole()
  const rest = { limit: wanted - rows.length, ...(isBack ? { before: place } : { after: place }) }
  const judged = { forecast: whole.forecast, filter }
  const found = await listForecastCharges(database, owner, whole.ground, judged, rest)
  return cutPart([...rows, ...found.charges].map(placed), part)
}

type Nearest = ForecastPageQuery & { surroundings: Surroundings; limit: number }

/** Judges the payers of the nearest subscriptions; `last` is the place up to which they are, null where nobody else is left. */
async function judgeNearest(
  database: Database,
  owner: Owner,
  ground: ForecastGround,
  { filter, surroundings, place, isBack, limit }: Nearest,
  size: number,
): Promise<{ charges: ForecastCharge[]; last: ListPosition | null }> {
  const candidates = await findCandidates(database, owner, ground, { filter, place, isBack }, size)
  // If no candidate is left behind these, the forecast holds all their further charges.
  const last = candidates.length === size ? candidates.at(-1)! : null
  const narrowed = { ...ground, payers: [...new Set(candidates.map(({ payer }) => payer))] }
  const forecast = await readForecast(database, owner, narrowed, surroundings)
  const between = {
    limit,
    ...(last && { upTo: last }),
    ...(isBack ? { before: place } : { after: place }),
  }
  const judged = { forecast, filter }
  return { ...(await listForecastCharges(database, owner, narrowed, judged, between)), last }
}

/** Lists a page of the charges of a forecast that was made for it: of all, or of some payers. */
export async function readJudgedPage(
  database: Database,
  owner: Owner,
  ground: ForecastGround,
  judged: { forecast: Forecast; filter: ForecastFilter },
  part: Part,
): Promise<FoundPage<ForecastCharge> & { total: number }> {
  const more = { ...part, limit: part.limit + 1 }
  const { charges, total } = await listForecastCharges(database, owner, ground, judged, more)
  return { ...cutPart(charges.map(placed), part), total }
}

const placed = (row: ForecastCharge) => ({ row, place: toPlace(row) })

const toPlace = ({ dueAt: at, contractAddress: id }: ForecastCharge): ListPosition => ({
  at: at.replace('Z', '000Z'),
  id,
})

type Candidate = ListPosition & { payer: string }
type ForecastPageQuery = {
  filter: ForecastFilter
  place: ListPosition | undefined
  isBack: boolean
}

/**
 * Finds the subscriptions that are charged next behind the place, or were last in front of it, each with that charge: whoever
 * has a charge between the place and the last of them is among them.
 */
async function findCandidates(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  ground: ForecastGround,
  { filter, place, isBack }: ForecastPageQuery,
  size: number,
): Promise<Candidate[]> {
  const { values, value } = numbered()
  const onGround = addGround(owner, ground, value)
  const { from, to } = dayOf(filter, ground)
  const begin = isBack ? nearer(place, to, -1) : nearer(place, from, 1)
  const way = isBack ? 'desc' : 'asc'
  const end = isBack ? from && `at >= ${value(from)}` : to && `at < ${value(to)}`
  const conditions = allOf([
    'n between 0 and charges - 1',
    filter.asset !== undefined && `asset = ${value(filter.asset)}`,
    filter.blockchain !== undefined && `blockchain = ${value(filter.blockchain)}`,
  ])
  const rows = await askAtLarge<Candidate>(
    pool,
    `with ${plannedSubscriptions(onGround)},
    numbered as (select planned.*, ${numberOf(begin, isBack, value)} as n from planned),
    candidate as (
      select id, case when n = 0 then first_at else ${toStoredMoment(dueAt)} end as at
      from numbered where ${conditions}),
    nearest as (select * from candidate ${end ? `where ${end}` : ''} order by at ${way}, id ${way} limit ${value(size)})
    select nearest.id, nearest.at, s.payer from nearest join subscription s on s.id = nearest.id
    order by nearest.at ${way}, nearest.id ${way}`,
    values,
  )
  return rows
}

/** The place or the moment that comes later in the way; a moment stands in front of all charges that fall due at it. */
function nearer(
  place: ListPosition | undefined,
  moment: string | null,
  way: 1 | -1,
): ListPosition | null {
  const other = moment === null ? null : { at: moment, id: '' }
  if (!place || !other) return place ?? other
  return (Date.parse(place.at) - Date.parse(other.at)) * way >= 0 ? place : other
}

/**
 * The number of a row's first charge behind the place, or of its last one in front of it. Subscriptions with one charge
 * are plain.
 */
function numberOf(place: ListPosition | null, isBack: boolean, value: ParameterValue): string {
  if (!place) return isBack ? 'charges - 1' : '0'
  const [at, id] = [`${value(toMoment(place))}::text`, `${value(place.id)}::text`]
  const away = `extract(epoch from ${at}::timestamptz - first_at::timestamptz) / (86400 * period_days)`
  const n = isBack ? `least(charges - 1, floor(${away}))::int` : `greatest(0, ceil(${away}))::int`
  const isAtPlace = (number: string) =>
    `first_at::timestamptz + ${number} * period_days * interval '24 hours' = ${at}::timestamptz`
  return isBack
    ? `case when charges = 1 then case when (first_at, id) < (${at}, ${id}) then 0 end
        when ${isAtPlace(n)} and id >= ${id} then ${n} - 1 else ${n} end`
    : `case when charges = 1 then case when (first_at, id) > (${at}, ${id}) then 0 end
        when ${isAtPlace(n)} and id <= ${id} then ${n} + 1 else ${n} end`
}
