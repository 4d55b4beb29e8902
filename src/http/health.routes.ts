/** `/health`: the process lives. `/ready`: it also reaches its database and its bus. */
import type { FastifyInstance } from 'fastify'
import { shareAnswers } from '../shared/share-answers.ts'
import { wait } from '../shared/retry.ts'
import { Problem } from '../shared/problems.ts'
import type { HttpDependencies } from './dependencies.ts'

const probeTimeoutMs = 1_500

export function registerHealth({ database, bus }: HttpDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    server.get('/health', async () => ({ status: 'ok' }))
    const probe = shareAnswers(() =>
      Promise.all([
        answers('database', () => database.pool.query('select 1')),
        answers('bus', () => bus.connection.rtt()),
      ]),
    )
    server.get('/ready', async () => {
      const parts = await probe()
      const missing = parts.filter((part) => part !== null)
      if (missing.length === 0) return { status: 'ok' }
      throw new Problem('ServiceUnavailable', `Does not answer: ${missing.join(', ')}.`, {
        details: { missing },
        headers: { 'retry-after': '2' },
      })
    })
  }
}

/** Returns null where the part answers in time, its name where it does not. */
async function answers(name: string, probe: () => Promise<unknown>): Promise<string | null> {
  const late = wait(probeTimeoutMs).then(() => name)
  const probed = probe().then(
    () => null,
    () => name,
  )
  return Promise.race([probed, late])
}
