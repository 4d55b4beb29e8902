/** The forecast of a merchant, as it was made a moment ago or as it is made now, and of some payers alone. */
import type { Owner } from '../../../shared/owner.ts'
import { type Forecast, readForecast } from '../../../store/views/forecast/forecast.ts'
import { readForecastGround } from '../../../store/views/forecast/forecast-ground.ts'
import type { ForecastGround } from '../../../store/views/forecast/planned.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { recentAnswersOf } from './recent-answers.ts'

/** The rows of a forecast are listed on the ground on which its sums were made. */
export type GroundedForecast = { ground: ForecastGround; forecast: Forecast }

/** Reads the forecast of so many days. It is three seconds old at most. */
export const readRecentForecast = (
  dependencies: HttpDependencies,
  owner: Owner,
  days: number,
): Promise<GroundedForecast> =>
  recentAnswersOf(dependencies.database).answer(
    `forecast ${owner.merchantId} ${owner.network} ${days}`,
    () => ground(dependencies, owner, days),
  )

/** Reads the charges of some payers alone, with all that they have to pay; always anew. */
export const readForecastOf = (
  dependencies: HttpDependencies,
  owner: Owner,
  days: number,
  payers: string[],
): Promise<GroundedForecast> => ground(dependencies, owner, days, { payers })

async function ground(
  dependencies: HttpDependencies,
  owner: Owner,
  days: number,
  narrowed: Pick<ForecastGround, 'payers'> = {},
): Promise<GroundedForecast> {
  const all = { ...(await readForecastGround(dependencies, owner, days)), ...narrowed }
  return { ground: all, forecast: await readForecast(dependencies.database, owner, all) }
}
