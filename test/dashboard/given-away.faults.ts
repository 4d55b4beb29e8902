import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a fresh session gives away what asks for a proof in the call',
    file: 'src/http/routing/answer-request.ts',
    before: `if ('needsProof' in route && route.needsProof === 'inCall')`,
    after: `if ('needsProof' in route && route.needsProof === 'inCall' && (input.body as object)['proof' as never])`,
    title: 'a session that has just logged in gives nothing away, and no wrong password does',
  },
  {
    fault: 'an owner resets themselves',
    file: 'src/http/dashboard/people/members.routes.ts',
    before: 'if (id === call.caller.account.id)',
    after: 'if (id === call.caller.account.email)',
    title: 'nobody resets themselves, with whatever proof',
  },
]
