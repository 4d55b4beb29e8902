/** All paths that are planned, on every ground. */
import type { Path } from './path.ts'
import { plannedLives } from './service/lives/lives.ts'
import { plannedPaths as plannedOthers } from './service/planned-others.ts'
import { plannedStorePaths } from './store/planned.ts'

export const plannedPaths = (): Path[] => [
  ...plannedLives(),
  ...plannedOthers(),
  ...plannedStorePaths(),
]
