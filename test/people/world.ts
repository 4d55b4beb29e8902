/** The whole service on servers of this file's own, started again with other settings and reached by HTTP. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DevJson } from '../../src/embedded/demo/dev-json.ts'
import { type Started, startService } from '../../src/main.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog, type Log } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { checkAnswer, needsProofInCall } from '../dashboard/answer-schemas.ts'
import { startTestChain } from '../support/chain.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startTestNats } from '../support/nats.ts'
import { newDirectory } from '../support/temporary-directory.ts'

type ChainsJson = Record<string, unknown>[]

/** A database, a bus, a chain and a data directory, on which the service is started as often as wanted. */
export async function startPlace() {
  const [nats, chain, databaseUrl] = await Promise.all([
    startTestNats(),
    startTestChain(),
    freshDatabaseUrl(),
  ])
  const directory = newDirectory('people')
  const running = new Set<Started>()
  const local: ChainsJson = [{ ...localChains[0], rpcUrls: [chain.url] }]
  return {
    databaseUrl,
    directory,
    rpcUrl: chain.url,
    local,
    /** Starts the service; `environment` changes the settings. */
    async start(
      chains: ChainsJson = local,
      environment: NodeJS.ProcessEnv = {},
      log: Log = createLog('silent'),
    ): Promise<Started> {
      const chainsFile = join(directory, 'chains.json')
      writeFileSync(chainsFile, JSON.stringify(chains))
      const settings = readSettings({
        PORT: '0',
        DATA_DIR: directory,
        DATABASE_URL: databaseUrl,
        NATS_URL: nats.url,
        CHAINS_FILE: chainsFile,
        ...environment,
      })
      const started = await startService(settings, log)
      running.add(started)
      return started
    },
    async stop(): Promise<void> {
      for (const started of running) await started.stop()
      await Promise.all([nats.stop(), chain.stop()])
    },
  }
}

/** The local chain of before as if it were somebody else's: nothing of it is embedded. */
export const asReal = (place: { rpcUrl: string }, { chains }: DevJson): ChainsJson => [
  {
    ...localChains[0],
    embedded: false,
    rpcUrls: [place.rpcUrl],
    confirmations: 1,
    assets: localChains[0]!.assets.map((asset) => ({
      ...asset,
      address: chains[0]!.assets.find(({ code }) => code === asset.code)!.address,
    })),
  },
]

/**
 * Someone who calls the dashboard's API over HTTP, with the cookie of a login; from `address`, where
 * the service trusts the proxy that this then is.
 */
export function newVisitor({ running }: Started, address?: string) {
  let cookie = ''
  let proof: object | undefined
  return {
    get cookie() {
      return cookie
    },
    /** Sends the call with the password of the login where it asks for one, as its owner does. */
    call(method: string, path: string, body?: object) {
      return this.bare(method, path, needsProofInCall(method, path) ? { proof, ...body } : body)
    },
    /** Sends the call as it is, as somebody does who has nothing but the session. */
    async bare(method: string, path: string, body?: object) {
      const answer = await fetch(`${running.url}/dashboard/api${path}`, {
        method,
        headers: {
          ...(cookie && { cookie }),
          ...(address && { 'x-forwarded-for': address }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const given = answer.headers.get('set-cookie')
      if (given) cookie = given.split(';')[0]!
      const text = await answer.text()
      const answered = text ? JSON.parse(text) : {}
      checkAnswer(method, path, answer.status, answered)
      return { status: answer.status, headers: answer.headers, body: answered }
    },
    logIn(email: string, password: string) {
      proof = { password }
      return this.call('POST', '/login', { email, password })
    },
  }
}
