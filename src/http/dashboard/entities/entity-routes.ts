/** Lists the reading routes of everything that keeps a journal of its turns. */
import type { Route } from '../../routing/route.ts'
import { drawActorRoute } from './diagram.routes.ts'
import { explainRoute } from './explain.routes.ts'
import { readHistoryRoute } from './history.routes.ts'
import { listLinkedRoute } from './linked.routes.ts'
import { listTurnsRoute, readTurnRoute } from './turns.routes.ts'

export const entityRoutes: readonly Route[] = [
  readHistoryRoute,
  drawActorRoute,
  listTurnsRoute,
  readTurnRoute,
  explainRoute,
  listLinkedRoute,
]
