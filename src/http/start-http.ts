/** Starts the HTTP role: the merchant API, the public calls, the dashboard and the documentation. */
import type { AddressInfo } from 'node:net'
import { errorText } from '../shared/errors.ts'
import { answersKeptDays, forgetAnswers } from '../store/idempotency.ts'
import { forgetSignatures } from '../store/used-signatures.ts'
import type { HttpDependencies } from './dependencies.ts'
import { createServer } from './server.ts'

/** With what stops after it, less than the 10 s for which `docker stop` waits before it kills. */
const stopTimeoutMs = 3_000
const answersKeptMs = answersKeptDays * 24 * 60 * 60 * 1000
const forgettingIntervalMs = 60 * 60 * 1000
/** Longer than any signature is valid, on either side of our clock. */
const signaturesKeptMs = 15 * 60 * 1000
const signaturesForgottenEveryMs = 60 * 1000

/** Listens and returns the address; `stop` lets requests under way finish, for 3 s at most. */
export async function startHttp(
  dependencies: HttpDependencies,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await createServer(dependencies)
  const { host, port } = dependencies.settings
  await server.listen({ host, port })
  const { port: takenPort } = server.server.address() as AddressInfo
  const forgetting = setInterval(() => void forgetOldAnswers(dependencies), forgettingIntervalMs)
  forgetting.unref()
  const forgettingSignatures = setInterval(
    () => void forgetOldSignatures(dependencies),
    signaturesForgottenEveryMs,
  )
  forgettingSignatures.unref()
  return {
    url: `http://${toUrlHost(host)}:${takenPort}`,
    async stop() {
      clearInterval(forgetting)
      clearInterval(forgettingSignatures)
      const impatience = setTimeout(() => server.server.closeAllConnections(), stopTimeoutMs)
      await server.close()
      clearTimeout(impatience)
    },
  }
}

async function forgetOldAnswers({ database, clock, log }: HttpDependencies): Promise<void> {
  try {
    await forgetAnswers(database, new Date(clock.realNow().getTime() - answersKeptMs))
  } catch (error) {
    log.warn(
      { error: String(error) },
      'old answers to Idempotency-Keys were not deleted; trying again in an hour',
    )
  }
}

async function forgetOldSignatures({ database, clock, log }: HttpDependencies): Promise<void> {
  try {
    await forgetSignatures(database, new Date(clock.realNow().getTime() - signaturesKeptMs))
  } catch (error) {
    log.warn(
      { error: errorText(error) },
      'old used signatures were not deleted; trying again in a minute',
    )
  }
}

/** An address that means "every interface" is reached over the loopback one. */
export function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
