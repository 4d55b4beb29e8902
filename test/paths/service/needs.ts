/** What some paths need of a service that not every service has: they are skipped where it is missing, and say so. */
import type { RunningService } from './running-service.ts'

/** `operator`: the login of one. `depth`: a chain whose blocks are final only when others are above them. */
export type Need = 'operator' | 'depth'

type Chains = { chains: { confirmations: number | null }[] }

/** Returns a sentence that says what to give; null where the service has it. */
export async function sayMissing(service: RunningService, need: Need): Promise<string | null> {
  switch (need) {
    case 'operator':
      return service.operator ? null : missingOperator
    case 'depth': {
      const { chains } = await service.merchant.get<Chains>('/integration/chains')
      return chains[0]?.confirmations === depthWanted ? null : missingDepth
    }
  }
}

/** The `confirmations` with which paths know how many blocks are missing. */
export const depthWanted = 3

const missingOperator =
  'This path needs an operator: give the login as --operator <file>, with {"email": "…", "password": "…"} in the file.'
const missingDepth = `This path needs a chain with "confirmations": ${depthWanted} in the chains file: give the address of a deployment that has one.`
