import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'an old webhook can be sent again under a new time',
    file: 'src/webhooks/sign.ts',
    before: '`${event.eventId}.${timestamp}.${event.body}`',
    after: '`${event.eventId}.${event.body}`',
    title:
      'a Standard Webhooks verifier accepts the signature of a webhook, given the secret in its form',
  },
]
