/** The promises, and the tests that break a mechanism's ground and look. */
import { guardedPromises } from './promises/guarded.ts'
import { keptPromises } from './promises/kept.ts'
import type { Requirement } from './requirement.ts'

export const promises: readonly Requirement[] = [...keptPromises, ...guardedPromises]
