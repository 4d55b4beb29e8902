import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createTestClient, http, publicActions } from 'viem'
import { expect, test } from 'vitest'
import { startAnvil } from '../../src/embedded/anvil.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const chainId = 31_337
const monthSeconds = 30 * 24 * 60 * 60
const developer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const receiver = '0x00000000000000000000000000000000000000aA'

const newStateFile = () => join(newDirectory('chain'), 'state.json')

const clientOf = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)

test('an embedded chain whose clock was moved ahead never goes back in time after a restart', async () => {
  const stateFile = newStateFile()
  const first = await startAnvil({ chainId, stateFile })
  await clientOf(first.url).increaseTime({ seconds: monthSeconds })
  await clientOf(first.url).mine({ blocks: 1 })
  const before = await clientOf(first.url).getBlock()
  await first.stop()

  const second = await startAnvil({ chainId, stateFile })
  expect((await clientOf(second.url).getBlock()).hash).toBe(before.hash)
  await clientOf(second.url).mine({ blocks: 1 })
  const after = await clientOf(second.url).getBlock()
  expect(after.number).toBe(before.number + 1n)
  expect(after.timestamp).toBeGreaterThanOrEqual(before.timestamp)
  await second.stop()
})

test('an embedded chain with a truncated state file starts from the last complete one', async () => {
  const stateFile = newStateFile()
  for (const blocks of [2, 3]) {
    const chain = await startAnvil({ chainId, stateFile })
    await clientOf(chain.url).mine({ blocks })
    await chain.stop()
  }
  truncateSync(stateFile, 100)

  const chain = await startAnvil({ chainId, stateFile })
  expect(await clientOf(chain.url).getBlockNumber()).toBe(2n)
  await chain.stop()
})

test('another chain that answers on the port is not taken for the one that was to start there', async () => {
  const stranger = await startAnvil({ chainId })
  const port = Number(new URL(stranger.url).port)
  await expect(startAnvil({ chainId, port })).rejects.toThrow('ended while it was starting')
  await stranger.stop()
})

test('an embedded chain without a state file starts anew, and makes a block for every transaction', async () => {
  const chain = await startAnvil({ chainId })
  const client = clientOf(chain.url)
  expect(await client.getBlockNumber()).toBe(0n)
  const hash = await client.sendUnsignedTransaction({ from: developer, to: receiver, value: 1n })
  await client.waitForTransactionReceipt({ hash, pollingInterval: 10 })
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(1n)
  await chain.stop()
})
