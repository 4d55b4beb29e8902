/**
 * Finds the warnings that are due, each minute. Any number of processes may do so: a mail is named by its cause and its
 * reader, and is written once. Days are those of business time, in UTC.
 */
import { tellAtRisk } from './at-risk.ts'
import { tellFailingEndpoints } from './failing-endpoints.ts'
import { tellLowGas } from './low-gas.ts'
import type { RoundDependencies } from '../dependencies.ts'

/** Returns whether there may be more to tell at once. */
export async function tellOfStates(dependencies: RoundDependencies): Promise<boolean> {
  await tellLowGas(dependencies)
  await tellFailingEndpoints(dependencies)
  return tellAtRisk(dependencies)
}
