import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'the merchant approves the own business',
    file: 'machines/verification/verification.machine.ts',
    before: "meta: { label: 'Approve', roles: ['operator'] }",
    after: "meta: { label: 'Approve', roles: ['merchant'] }",
    title: 'only the operator decides a verification, and only the merchant submits it',
  },
]
