/** The forecast of a merchant, as it was made a moment ago or as it is made now, and of some payers alone. */
import type { Owner } from '../../../shared/owner.ts'
import { type Forecast, readForecast } from '../../../store/views/forecast/forecast.ts'
import {
  type ForecastWindow,
  readForecastGround,
} from '../../../store/views/forecast/forecast-ground.ts'
import type { ForecastGround } from '../../../store/views/forecast/planned.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { recentAnswersOf } from './recent-answers.ts'

/** The rows of a forecast are listed on the ground on which its sums were made. */
export type GroundedForecast = { ground: ForecastGround; forecast: Forecast }

/** Reads the forecast of a window. It is three seconds old at most. */
export const readRecentForecast = (
  dependencies: HttpDependencies,
  owner: Owner,
  window: ForecastWindow,
): Promise<GroundedForecast> =>
  recentAnswersOf(dependencies.database).answer(
    `forecast ${owner.merchantId} ${owner.network} ${window.days} ${window.utcOffset ?? 0}`,
    () => ground(dependencies, owner, window),
  )

/** Reads the charges of some payers alone, with all that they have to pay; always anew. */
export const readForecastOf = (
  dependencies: HttpDependencies,
  owner: Owner,
  window: ForecastWindow,
  payers: string[],
): Promise<GroundedForecast> => ground(dependencies, owner, window, { payers })

async function ground(
  dependencies: HttpDependencies,
  owner: Owner,
  window: ForecastWindow,
  narrowed: Pick<ForecastGround, 'payers'> = {},
): Promise<GroundedForecast> {
  const all = { ...(await readForecastGround(dependencies, owner, window)), ...narrowed }
  return { ground: all, forecast: await readForecast(dependencies.database, owner, all) }
}
