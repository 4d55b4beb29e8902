import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a path that cannot be read is left to the router, which no hook sees',
    file: 'src/http/requests/request-bounds.ts',
    before: 'return faultOfLength(url) ?? faultOfParameters(url) ?? faultOfPath(url)',
    after: 'return faultOfLength(url) ?? faultOfParameters(url) ?? (faultOfPath(url) && null)',
    title: '%s is counted by address like a file, and has the usual headers',
  },
  {
    fault: 'a body that is too large is counted for nobody',
    file: 'src/http/server.ts',
    before: 'isOfBody(error) ?',
    after: 'isOfBody(error) && false ?',
    title: '%s is counted by address like a file, and has the usual headers',
  },
  {
    fault: 'whoever is looked for is counted only afterwards',
    file: 'src/http/routing/rate-limits.ts',
    before: 'if (!tries.has(request)) tries.set(',
    after: 'if (tries.has(request)) tries.set(',
    title: 'as many unknown %s are asked for as may fail',
  },
]
