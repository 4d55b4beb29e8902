/**
 * `/health`: the process lives. `/ready`: it also reaches its database and its bus. A chain that is
 * late stops only what concerns it, so `/ready` names it as degraded and stays 200.
 */
import type { FastifyInstance } from 'fastify'
import { shareAnswers } from '../shared/share-answers.ts'
import { wait } from '../shared/retry.ts'
import { Problem } from '../shared/problems.ts'
import { type ChainView, listChains } from '../store/views/chains.ts'
import type { HttpDependencies } from './dependencies.ts'

const probeTimeoutMs = 1_500

export function registerHealth({ database, bus, directory }: HttpDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    server.get('/health', async () => ({ status: 'ok' }))
    const probe = shareAnswers(() =>
      Promise.all([
        inTime(() => listChains(database, directory)),
        inTime(() => bus.connection.rtt()),
      ]),
    )
    server.get('/ready', async () => {
      const [chains, busMs] = await probe()
      if (chains && busMs !== null) return toReadiness(chains)
      const missing = [...(chains ? [] : ['database']), ...(busMs === null ? ['bus'] : [])]
      throw new Problem('ServiceUnavailable', `Does not answer: ${missing.join(', ')}.`, {
        details: { missing },
        headers: { 'retry-after': '2' },
      })
    })
  }
}

/** Anybody may ask this, so nothing that a node said is in it. */
function toReadiness(chains: ChainView[]) {
  const late = chains.filter(({ state }) => state !== 'Ok')
  if (late.length === 0) return { status: 'ok' }
  const degraded = late.map(({ name, state, read, lagBlocks }) => ({
    blockchain: name,
    state,
    headAgeSeconds: read?.ageSeconds ?? null,
    lagBlocks,
  }))
  return { status: 'degraded', degraded }
}

/** What the part answers in time, or null. */
async function inTime<Answer>(probe: () => Promise<Answer>): Promise<Answer | null> {
  const late = wait(probeTimeoutMs).then(() => null)
  return Promise.race([probe().catch(() => null), late])
}
