/**
 * `/health`: the process lives. `/ready`: it also reaches its database and its bus, and its start is
 * over, the demo of a first one included. A chain that is late stops only what concerns it, so `/ready` names it as degraded and stays 200.
 */
import { z } from 'zod'
import { Problem } from '../shared/problems.ts'
import { wait } from '../shared/retry.ts'
import { shareAnswers } from '../shared/share-answers.ts'
import { chainStates, type ChainView, listChains } from '../store/views/chains.ts'
import type { HttpDependencies } from './dependencies.ts'
import { type Route, visitorRoute } from './routing/route.ts'

const probeTimeoutMs = 1_500

const DegradedChain = z.strictObject({
  blockchain: z.string(),
  state: z.enum(chainStates),
  headAgeSeconds: z.int().nullable(),
  lagBlocks: z.int().nullable(),
})

const healthRoute = visitorRoute({
  method: 'GET',
  path: '/health',
  operationId: 'readHealth',
  tag: 'Health',
  summary: 'Ask whether the process lives',
  // A supervisor of the process must be able to ask, however often others do.
  limit: 'none',
  answer: {
    status: 200,
    description: 'It does.',
    schema: z.strictObject({ status: z.literal('ok') }),
  },
  async handle() {
    return { body: { status: 'ok' } }
  },
})

const readinessRoute = visitorRoute({
  method: 'GET',
  path: '/ready',
  operationId: 'readReadiness',
  tag: 'Health',
  summary: 'Ask whether the service can do its work',
  limit: 'file',
  answer: {
    status: 200,
    description: 'It reaches its database and its bus; chains that are late are named.',
    schema: z.discriminatedUnion('status', [
      z.strictObject({ status: z.literal('ok') }),
      z.strictObject({ status: z.literal('degraded'), degraded: z.array(DegradedChain) }),
    ]),
  },
  async handle({ dependencies }) {
    if (dependencies.firstStart?.isOver === false) throw stillStarting()
    const [chains, busMs] = await dependencies.probe()
    if (chains && busMs !== null) return { body: toReadiness(chains) }
    const missing = [...(chains ? [] : ['database']), ...(busMs === null ? ['bus'] : [])]
    throw new Problem('ServiceUnavailable', `Does not answer: ${missing.join(', ')}.`, {
      details: { missing },
      headers: { 'retry-after': '2' },
    })
  },
})

const stillStarting = () =>
  new Problem('ServiceUnavailable', 'Still starting: dev.json and the demo are not complete yet.', {
    details: { missing: ['demo'] },
    headers: { 'retry-after': '1' },
  })

export const healthRoutes: readonly Route[] = [healthRoute, readinessRoute]

/** The answers of the database and the bus, each null where it does not come in time. */
export type Probe = () => Promise<[ChainView[] | null, number | null]>

/** Makes the probe of a server; requests that come together share its answers. */
export const createProbe = ({ database, bus, directory }: HttpDependencies): Probe =>
  shareAnswers(() =>
    Promise.all([
      inTime(() => listChains(database, directory)),
      inTime(() => bus.connection.rtt()),
    ]),
  )

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

/** Returns the part's answer, or null where it does not come in time. */
async function inTime<Answer>(probe: () => Promise<Answer>): Promise<Answer | null> {
  const late = wait(probeTimeoutMs).then(() => null)
  return Promise.race([probe().catch(() => null), late])
}
