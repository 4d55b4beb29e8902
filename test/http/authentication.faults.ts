import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a signed request is good for ever',
    file: 'src/http/authentication/authenticate.ts',
    before:
      "if (credentials.method === 'signature') requireFresh(credentials.timestamp, clock.realNow())",
    after: '',
    title: 'made %i s away from the clock is answered 403 (S5.3-7)',
  },
  {
    fault: 'a wrong secret lets in',
    file: 'src/http/authentication/authenticate.ts',
    before: "if (!isGenuine) throw new Problem('Forbidden', whyNotGenuine(credentials))",
    after: '',
    title: 'with a wrong secret are answered 403 Forbidden (S5.2-3, S7-2)',
  },
]
