/**
 * The service on which paths are run: one that is named by its address, with the credentials of a file such as the
 * local default writes, or one that is started for the test file. Everything is done to it from outside.
 */
import { readFileSync } from 'node:fs'
import type { DevJson } from '../../../examples/client/dev-json.ts'
import { Merchant } from '../../../examples/client/merchant.ts'
import { Payer } from '../../../examples/client/payer.ts'
import { startWorld } from '../../flow/world.ts'

export type RunningService = {
  dev: DevJson
  merchant: Merchant
  payer: Payer
  stop(): Promise<void>
}

export async function openService(): Promise<RunningService> {
  const { PATHS_BASE_URL, PATHS_CREDENTIALS = '.data/dev.json' } = process.env
  if (PATHS_BASE_URL === undefined) return startWithReceiver()
  const written = JSON.parse(readFileSync(PATHS_CREDENTIALS, 'utf8')) as DevJson
  const dev = { ...written, baseUrl: PATHS_BASE_URL }
  // A chain that makes a block only now and then is told to make one for each transaction of a payer.
  return {
    dev,
    merchant: new Merchant(dev),
    payer: new Payer(dev, { mines: true }),
    async stop() {},
  }
}

async function startWithReceiver(): Promise<RunningService> {
  const world = await startWorld()
  const { merchant, payer } = world
  return { dev: merchant.dev, merchant, payer, stop: () => world.stop() }
}
