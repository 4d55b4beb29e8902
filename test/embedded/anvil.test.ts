import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createTestClient, http, publicActions } from 'viem'
import { expect, test } from 'vitest'
import { startAnvil } from '../../src/embedded/anvil.ts'
import { startBlocks } from '../../src/embedded/anvil-blocks.ts'
import { moveTime, stopTime } from '../../src/shared/time.ts'
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

test('an embedded chain with a block a second keeps no more states than it was told to', async () => {
  const chain = await startAnvil({ chainId, blockTimeSeconds: 1, statesKept: 4 })
  const client = clientOf(chain.url)
  const head = await client.getBlockNumber()
  for (let block = 0; block < 30; block++) await client.mine({ blocks: 1 })
  const readAt = (blockNumber: bigint) => client.getBalance({ address: developer, blockNumber })
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  expect(await readAt(newest)).toBeGreaterThan(0n)
  await expect(readAt(head + 1n)).rejects.toThrow('BlockOutOfRange')
  await chain.stop()
})

test('a chain that nobody uses makes few blocks, and every one again with the next transaction', async () => {
  const goOn = stopTime()
  const idle = await startAnvil({ chainId })
  const client = clientOf(idle.url)
  await client.setAutomine(false)
  const blocks = startBlocks(idle.url, 1_000)
  const madeIn = async (seconds: number) => {
    const before = await client.getBlockNumber({ cacheTime: 0 })
    for (let second = 0; second < seconds; second++) {
      moveTime(1_000)
      await blocks.step()
    }
    return Number((await client.getBlockNumber({ cacheTime: 0 })) - before)
  }
  expect(await madeIn(5)).toBe(5)
  moveTime(10 * 60_000)
  await blocks.step()
  expect(await madeIn(24)).toBe(2)
  await client.sendUnsignedTransaction({ from: developer, to: receiver, value: 1n })
  expect(await madeIn(5)).toBe(5)
  await blocks.stop()
  goOn()
  await idle.stop()
})
