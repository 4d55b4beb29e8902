/** Starts the HTTP role: the merchant API, the public calls, the dashboard and the documentation. */
import type { AddressInfo } from 'node:net'
import { errorText } from '../shared/errors.ts'
import { answersKeptDays, forgetAnswers } from '../store/idempotency.ts'
import { endedTokensKeptDays, forgetCustomerTokens } from '../store/merchants/customer-tokens.ts'
import { forgetJobs, jobsKeptDays } from '../store/act-on-many/read.ts'
import { forgetRequests, requestsKeptDays } from '../store/request-log/write.ts'
import { forgetSignatures } from '../store/used-signatures.ts'
import { startActingOnMany } from './act-on-many/runner.ts'
import type { HttpDependencies } from './dependencies.ts'
import { createServer } from './server.ts'

/** With what stops after it, less than the 10 s for which `docker stop` waits before it kills. */
const stopTimeoutMs = 3_000
const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/** Rows that are of no use any more once they are as old as `keptMs`. */
type Forgettable = {
  what: string
  keptMs: number
  everyMs: number
  /** Deletes what is older than this, in real time. */
  forget: (database: HttpDependencies['database'], realTime: Date) => Promise<number>
}

const forgettable: readonly Forgettable[] = [
  {
    what: 'old answers to Idempotency-Keys',
    keptMs: answersKeptDays * dayMs,
    everyMs: hourMs,
    forget: forgetAnswers,
  },
  {
    what: 'customer tokens that ended long ago',
    keptMs: endedTokensKeptDays * dayMs,
    everyMs: hourMs,
    forget: forgetCustomerTokens,
  },
  {
    what: 'old entries of the request log',
    keptMs: requestsKeptDays * dayMs,
    everyMs: hourMs,
    forget: forgetRequests,
  },
  {
    what: 'old commands to many',
    keptMs: jobsKeptDays * dayMs,
    everyMs: hourMs,
    forget: forgetJobs,
  },
  {
    what: 'old used signatures',
    // Longer than any signature is valid, on either side of our clock.
    keptMs: hourMs / 4,
    everyMs: hourMs / 60,
    forget: forgetSignatures,
  },
]

/** Listens and returns the address; `stop` lets requests under way finish, for 3 s at most. */
export async function startHttp(
  dependencies: HttpDependencies,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await createServer(dependencies)
  const { host, port } = dependencies.settings
  await server.listen({ host, port })
  const { port: takenPort } = server.server.address() as AddressInfo
  const acting = startActingOnMany(dependencies)
  const forgetting = forgettable.map((kept) => startForgetting(dependencies, kept))
  return {
    url: `http://${toUrlHost(host)}:${takenPort}`,
    async stop() {
      for (const timer of forgetting) clearInterval(timer)
      const impatience = setTimeout(() => server.server.closeAllConnections(), stopTimeoutMs)
      await Promise.all([server.close(), acting.stop()])
      clearTimeout(impatience)
    },
  }
}

/** Deletes what nobody needs any more, again and again; a failure waits for the next time. */
function startForgetting(
  { database, clock, log }: HttpDependencies,
  { what, keptMs, everyMs, forget }: Forgettable,
): NodeJS.Timeout {
  const forgetOld = async () => {
    try {
      await forget(database, new Date(clock.realNow().getTime() - keptMs))
    } catch (error) {
      log.warn(
        { error: errorText(error), nextInMs: everyMs },
        `${what} were not deleted; trying again`,
      )
    }
  }
  return setInterval(() => void forgetOld(), everyMs).unref()
}

/** An address that means "every interface" is reached over the loopback one. */
export function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
