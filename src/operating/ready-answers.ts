/** Answers `/ready`, on the port of the API and on that of the probe server. */
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
  const asked = query.get('for') ?? 'commands'
  const wanted = services.find((one) => one === asked)
  if (!wanted)
    return jsonAnswer(400, {
      status: 400,
      code: 'InvalidRequest',
      message: `for must be one of ${services.join(', ')}.`,
    })
  const standing = standingFor(await readiness(), wanted)
  if (!standing.missing) return jsonAnswer(200, toReady(standing))
  const { message, missing, advice } = toNotReady(standing, wanted)
  return notReady(message, missing, advice)
}
