/** Answers `/ready`, on the port of the API and on that of the probe server. */
import { badRequest, type FieldFault, toProblemBody } from '../shared/problems.ts'
import type { ChainView } from '../store/views/chains.ts'
import { jsonAnswer, notReady, type ProbeAnswer } from './probe-server.ts'
import {
  type Lack,
  type Readiness,
  type Ready,
  services,
  type ServiceWanted,
  standingFor,
} from './readiness.ts'

const nameLengthMax = 100

/** Anybody may ask this, so nothing that a node said is in it. */
export function toReady({ lateChains, absentRoles, advice }: Ready): object {
  if (advice.length === 0) return { status: 'ok' }
  return { status: 'degraded', degraded: lateChains.map(toDegraded), absentRoles, advice }
}

const toDegraded = ({ name, state, read, lagBlocks }: ChainView) => ({
  blockchain: name,
  state,
  headAgeSeconds: read?.ageSeconds ?? null,
  lagBlocks,
})

export const toNotReady = ({ missing, advice }: Lack, wanted: ServiceWanted) => ({
  message: `Cannot ${wanted === 'reads' ? 'answer reads' : 'take commands'}; missing: ${missing.join(', ')}.`,
  missing,
  advice,
  retryAfter: '2',
})

/** Answers as the API does, for processes without it. */
export async function answerReady(
  readiness: Readiness,
  query: URLSearchParams,
): Promise<ProbeAnswer> {
  const [first, ...others] = faultsOf(query)
  if (first) return jsonAnswer(400, toProblemBody(badRequest([first, ...others])))
  const wanted = services.find((one) => one === query.get('for')) ?? 'commands'
  const standing = standingFor(await readiness(), wanted)
  if (!standing.missing) return jsonAnswer(200, toReady(standing))
  const { message, missing, advice } = toNotReady(standing, wanted)
  return notReady(message, missing, advice)
}

/** A misspelt parameter would ask something else than was meant, and nobody would notice. */
function faultsOf(query: URLSearchParams): FieldFault[] {
  const faults = [...new Set(query.keys())]
    .filter((name) => name !== 'for')
    .map((name) => ({
      path: name.slice(0, nameLengthMax),
      message: 'is not a parameter of this call, which takes for',
    }))
  const asked = query.getAll('for')
  if (asked.length > 1) return [...faults, { path: 'for', message: 'comes more than once' }]
  if (asked.some((one) => !services.some((known) => known === one)))
    return [...faults, { path: 'for', message: `must be ${services.join(' or ')}` }]
  return faults
}
