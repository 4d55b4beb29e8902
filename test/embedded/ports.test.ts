import { createServer } from 'node:net'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claimStablePort, findFreePort } from '../../src/embedded/ports.ts'
import { newDirectory } from '../support/temporary-directory.ts'

async function occupyNotedPort() {
  const file = join(newDirectory('ports'), 'port')
  const port = await findFreePort()
  writeFileSync(file, `${port}\n`)
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
  return { file, port, holder }
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
