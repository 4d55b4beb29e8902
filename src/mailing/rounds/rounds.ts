/**
 * Finds what people are to hear of how things stand: each minute, by any number of processes, because a
 * mail is named by what it tells and to whom, and is there once. Days are those of business time, in UTC.
 */
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import type { MailRelayDependencies } from '../mail.relay.ts'
import { tellAtRisk } from './at-risk.ts'
import { tellFailingEndpoints } from './failing-endpoints.ts'
import { tellLowGas } from './low-gas.ts'

export type RoundDependencies = Pick<MailRelayDependencies, 'database' | 'clock' | 'mails'> & {
  directory: ChainDirectory
}

/** Returns whether there may be more to tell at once. */
export async function tellOfStates(dependencies: RoundDependencies): Promise<boolean> {
  await tellLowGas(dependencies)
  await tellFailingEndpoints(dependencies)
  return tellAtRisk(dependencies)
}
