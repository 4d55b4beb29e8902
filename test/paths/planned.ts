/** All paths that are planned, on every ground. */
import type { Path } from './path.ts'
import { plannedStorePaths } from './store/planned.ts'

export const plannedPaths = (): Path[] => [...plannedStorePaths()]
