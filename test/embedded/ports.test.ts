import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claimStablePort, findFreePort, startOnStablePort } from '../../src/embedded/ports.ts'
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

test('a noted port is waited for that a killed server has not let go of yet', async () => {
  const { file, port, holder } = await occupyNotedPort()
  const claim = claimStablePort(file)
  setTimeout(() => holder.close(), 200)
  expect(await claim).toBe(port)
})

test('a noted port that somebody else uses is given up', async () => {
  const { file, port, holder } = await occupyNotedPort()
  const claimed = await claimStablePort(file)
  expect(claimed).not.toBe(port)
  expect(await claimStablePort(file)).toBe(claimed)
  holder.close()
})

test('a server whose port somebody else was faster to take starts on another', async () => {
  const file = join(newDirectory('ports'), 'port')
  const strangers: Server[] = []
  const ports: number[] = []
  const server = await startOnStablePort(file, async (port) => {
    ports.push(port)
    if (strangers.length === 0) strangers.push(await listen(port))
    return listen(port)
  })
  expect(new Set(ports).size).toBe(2)
  expect(await claimStablePort(file)).not.toBe(ports[0])
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
