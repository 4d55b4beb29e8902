/**
 * The service on which paths are run: one that is named by its address, with the credentials of a file such as the
 * local default writes, or one that is started for the test file. Everything is done to it from outside.
 */
import { readFileSync } from 'node:fs'
import type { DevJson } from '../../../examples/client/dev-json.ts'
import { Merchant } from '../../../examples/client/merchant.ts'
import { Payer } from '../../../examples/client/payer.ts'
import { startWorld } from '../../flow/world.ts'

/** How somebody signs in to the dashboard. */
export type Login = { email: string; password: string }

export type RunningService = {
  dev: DevJson
  merchant: Merchant
  payer: Payer
  /** Null where nobody has given one. */
  operator: Login | null
  stop(): Promise<void>
}

/** `confirmations` are those of the chain of a service that is started. */
export async function openService({ confirmations = 1 } = {}): Promise<RunningService> {
  const { PATHS_BASE_URL, PATHS_CREDENTIALS = '.data/dev.json', PATHS_OPERATOR } = process.env
  if (PATHS_BASE_URL === undefined) return startWithReceiver(confirmations)
  const written = JSON.parse(readFileSync(PATHS_CREDENTIALS, 'utf8')) as DevJson
  const dev = { ...written, baseUrl: PATHS_BASE_URL }
  // A chain that makes a block only now and then is told to make one for each transaction of a payer.
  return {
    dev,
    merchant: new Merchant(dev),
    payer: new Payer(dev, { mines: true }),
    operator: PATHS_OPERATOR === undefined ? null : readLogin(PATHS_OPERATOR),
    async stop() {},
  }
}

const readLogin = (file: string): Login => JSON.parse(readFileSync(file, 'utf8')) as Login

async function startWithReceiver(confirmations: number): Promise<RunningService> {
  const world = await startWorld({}, undefined, { confirmations })
  const { merchant, payer } = world
  const { operator } = world.service.demo!
  return { dev: merchant.dev, merchant, payer, operator, stop: () => world.stop() }
}
