import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'tests take away from what a merchant may ask for on the main network',
    file: 'src/http/routing/rate-limits.ts',
    before: 'string => `${merchantId}/${network}`',
    after: 'string => `${merchantId}/${network && 1}`',
    title: 'what a merchant asks for on the test network takes nothing from the main network',
  },
  {
    fault: 'a login window is evicted by the names of others',
    file: 'src/http/routing/window-counter.ts',
    before: 'if (this.#windows.size < namesMax ||',
    after: 'if (this.#windows.size >= namesMax) this.#windows.clear()\n    if (true ||',
    title: 'a window that is open is given up for nobody, however many names come',
  },
  {
    fault: 'an owner of many IPv6 networks has a limit for each',
    file: 'src/http/requests/client-address.ts',
    before: 'const groupsOfWideNetwork = 3',
    after: 'const groupsOfWideNetwork = 4',
    title: 'finds as many places for live pages, and leaves those of others',
  },
]
