/** The rehearsal of a chain, as an operator runs it, against a whole service and its chain. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../examples/client/eventually.ts'
import { startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

function rehearse(changes: NodeJS.ProcessEnv, options: string[]) {
  const { dev } = world.merchant
  const environment = {
    ...process.env,
    BASE_URL: dev.baseUrl,
    MANDATE_API_KEY: dev.merchant.apiKey,
    MANDATE_API_SECRET: dev.merchant.apiSecret,
    RPC_URL: world.rpcUrl,
    PAYER_KEY: dev.payer.privateKey,
    ...changes,
  }
  const args = ['scripts/run.mjs', 'scripts/rehearse.ts', ...options]
  return run(process.execPath, args, { cwd: root, env: environment })
}

test('a rehearsal allows, charges, pauses and cancels a subscription, and pays a payment that moves on', async () => {
  const { dev } = world.merchant
  await world.payer.earn(100)
  // The payer's node shows the receipt of the approval late: the charge that follows it is over by then.
  const had = await world.payer.balance()
  const node = await startRpcProxy(() => world.rpcUrl)
  node.behaviour = async ({ method }) => {
    if (method === 'eth_getTransactionReceipt')
      await eventually('the charge', async () => (await world.payer.balance()) < had)
    return undefined
  }
  const options = [`--chain=${dev.chains[0]!.name}`, `--plan=${dev.planId}`, '--amount=2.5']
  const ended = rehearse({ RPC_URL: node.url }, [...options, '--minutes=1'])
  await Promise.allSettled([ended])
  await node.stop()
  const { stdout } = await ended
  for (const words of ['The factory 0x', 'is a draft', 'Charged 10 ltUSDC', 'Paused', 'Cancelled'])
    expect(stdout).toContain(words)
  expect(stdout).toMatch(/  waiting for the first charge: \w+/)
  expect(stdout).toContain('which has 2.5 ltUSDC more since')
  expect(stdout).toContain('All of it worked.')
}, 90_000)

test('a rehearsal says in one line each what is missing, and does nothing', async () => {
  const before = await world.merchant.lastEventSeq()
  const { dev } = world.merchant
  await expect(rehearse({ PAYER_KEY: '0x12' }, ['--plan', dev.planId])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^PAYER_KEY: must be 0x and 64 .*\n--chain: .*\n$/),
  })
  await expect(rehearse({}, ['--chain', 'Base', '--plan', dev.planId])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--chain says Base'),
  })
  expect(await world.merchant.lastEventSeq()).toBe(before)
}, 60_000)
