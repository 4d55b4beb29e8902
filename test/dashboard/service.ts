/** The dashboard's API on a real database and a real bus, and a person who uses it. */
import type { InjectOptions } from 'fastify'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { createServer } from '../../src/http/server.ts'
import type { MemberRole } from '../../src/store/people/account-roles.ts'
import { createReadiness } from '../../src/operating/readiness.ts'
import { createLog } from '../../src/shared/log.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import type { Database } from '../../src/store/database.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { usualSettings } from '../http/world.ts'
import { shareNats } from '../support/nats.ts'
import { checkAnswer, needsProofInCall } from './answer-schemas.ts'
import { createDependencies } from './world.ts'
import {
  defaultListeners,
  defaultRateLimits,
  type ListenerSettings,
} from '../../src/http/http-settings.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const usualPassword = 'a long password'
const settings = { ...usualSettings, trustProxy: 1 }

export async function startDashboard(
  rateLimits = defaultRateLimits,
  listeners: ListenerSettings = defaultListeners,
  database?: Database & { url: string },
) {
  const stored = await createDependencies(database)
  const log = createLog('silent')
  const nats = shareNats()
  const bus = await connectBus(nats, log)
  const dependencies = {
    ...stored,
    bus,
    log,
    settings: { ...settings, rateLimits, listeners },
    testClock: null,
    readiness: createReadiness({ ...stored, buses: [bus], log }),
  }
  const worker = startWorker(dependencies)
  const server = await createServer(dependencies)
  return {
    ...dependencies,
    server,
    async stop() {
      await server.close()
      await worker.stop()
      await bus.close()
      await nats.stop()
      await stored.database.close()
    },
  }
}
export type Dashboard = Awaited<ReturnType<typeof startDashboard>>

export type Person = Awaited<ReturnType<typeof logIn>>

/** Creates a merchant with one account and logs it in. */
export async function newMerchant(dashboard: Dashboard, name: string) {
  const merchantId = await createMerchant(dashboard, name)
  const email = `${name}@example.test`
  const account = { email, password: usualPassword, role: 'Owner', merchantId } as const
  await createAccount(dashboard, account)
  return { merchantId, ...(await logIn(dashboard, email)) }
}

/** Adds somebody with a role to the merchant of another person, and logs them in. */
export async function newColleague(dashboard: Dashboard, merchantId: string, role: MemberRole) {
  const email = `${role}-${merchantId}@example.test`.toLowerCase()
  await createAccount(dashboard, { email, password: usualPassword, role, merchantId })
  return logIn(dashboard, email)
}

export async function newOperator(dashboard: Dashboard, name: string) {
  const email = `${name}@operator.test`
  await createAccount(dashboard, { email, password: usualPassword, role: 'Operator' })
  return logIn(dashboard, email)
}

/** Each comes from an address of its own, as far as the limit of logins is concerned. */
export async function logIn(dashboard: Dashboard, email: string, password = usualPassword) {
  const answer = await dashboard.server.inject({
    method: 'POST',
    url: '/dashboard/api/login',
    payload: { email, password },
    headers: { 'x-forwarded-for': `10.0.${Math.floor(Math.random() * 250)}.${email.length}` },
  })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  /** Sends a call as it is, as somebody does who has nothing but the session. */
  const bare = async (
    method: Method,
    path: string,
    payload?: object,
    more: Record<string, string> = {},
  ) => {
    const url = `/dashboard/api${path}`
    const request: InjectOptions = { method, url, headers: { cookie, ...more } }
    const { statusCode, headers, body } = await dashboard.server.inject(
      payload ? { ...request, payload } : request,
    )
    const isJson = String(headers['content-type']).startsWith('application/json')
    const answered = isJson ? JSON.parse(body) : body
    checkAnswer(method, path, statusCode, answered)
    return { status: statusCode, headers, body: answered }
  }
  /** Sends a call with the password where it asks for one, as its owner does. */
  const call: typeof bare = (method, path, payload, more) =>
    bare(
      method,
      path,
      needsProofInCall(method, path) ? { proof: { password }, ...payload } : payload,
      more,
    )
  return { email, cookie, call, bare }
}
