/** Some paths need what not every service has: they are skipped where it is missing, and say so. */
import type { RunningService } from './running-service.ts'

/**
 * `operator`: the login of one. `depth`: a chain whose blocks are final only when others are above them. `nodeInFront`: one that
 * can be silenced, before the real node.
 */
export type Need = 'operator' | 'depth' | 'nodeInFront'

type Chains = { chains: { confirmations: number | null }[] }

/** Returns a sentence that says what to give; null where the service has it. */
async function sayMissing(service: RunningService, need: Need): Promise<string | null> {
  switch (need) {
    case 'operator':
      return service.operator ? null : missingOperator
    case 'nodeInFront':
      return service.nodeInFront ? null : missingNodeInFront
    case 'depth': {
      const { chains } = await service.merchant.get<Chains>('/integration/chains')
      return chains[0]?.confirmations === depthWanted ? null : missingDepth
    }
  }
}

/** By the id of each path that cannot run on a service, a sentence that says what to give. */
export async function findMissing(
  service: RunningService,
  paths: readonly { id: string; needs?: Need }[],
): Promise<Map<string, string>> {
  const missing = new Map<string, string>()
  for (const { id, needs } of paths) {
    const lack = needs ? await sayMissing(service, needs) : null
    if (lack !== null) missing.set(id, lack)
  }
  return missing
}

/** The `confirmations` with which paths know how many blocks are missing. */
export const depthWanted = 3

const missingOperator =
  'This path needs an operator: give the login as --operator <file>, with {"email": "…", "password": "…"} in the file.'
const missingNodeInFront =
  'This path silences the node of the service, for which another one is put in front of it: only where --base-url is left out.'
const missingDepth = `This path needs a chain with "confirmations": ${depthWanted} in the chains file: give the address of a deployment that has one.`
