import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  claimStablePort,
  findFreePort,
  notedPortWaitMs,
  startOnStablePort,
} from '../../src/embedded/ports.ts'
import { moveTime } from '../../src/shared/time.ts'
import { newDirectory } from '../support/temporary-directory.ts'

async function occupyNotedPort() {
  const file = join(newDirectory('ports'), 'port')
  const port = await findFreePort()
  writeFileSync(file, `${port}\n`)
  return { file, port, holder: await listen(port) }
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Claims a port that is not let go of while it is waited for. */
function claimLater(file: string): Promise<number> {
  const claim = claimStablePort(file)
  moveTime(notedPortWaitMs + 1)
  return claim
}

test('a noted port is waited for that a killed server has not let go of yet', async () => {
  const { file, port, holder } = await occupyNotedPort()
  const claim = claimStablePort(file)
  // By then it has found the port taken.
  await nextTick()
  holder.close()
  expect(await claim).toBe(port)
})

test('a noted port that somebody else uses is given up', async () => {
  const { file, port, holder } = await occupyNotedPort()
  const claimed = await claimLater(file)
  expect(claimed).not.toBe(port)
  expect(await claimStablePort(file)).toBe(claimed)
  holder.close()
})

test('a server whose port somebody else was faster to take starts on another', async () => {
  const file = join(newDirectory('ports'), 'port')
  const strangers: Server[] = []
  const ports: number[] = []
  const starting = startOnStablePort(file, async (port) => {
    ports.push(port)
    if (strangers.length === 0) strangers.push(await listen(port))
    return listen(port)
  })
  while (ports.length < 2) {
    moveTime(notedPortWaitMs)
    await nextTick()
  }
  const server = await starting
  expect(new Set(ports).size).toBe(2)
  expect(await claimLater(file)).not.toBe(ports[0])
  for (const open of [server, ...strangers]) open.close()
})

test('a server that does not start for another reason is not tried on other ports', async () => {
  const file = join(newDirectory('ports'), 'port')
  let attempts = 0
  const start = async () => {
    attempts++
    throw new Error('no space left on the disk')
  }
  await expect(startOnStablePort(file, start)).rejects.toThrow('no space left')
  expect(attempts).toBe(1)
})
