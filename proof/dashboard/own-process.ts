/** Starts the dashboard's API in a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Memory = { heldBytes: number; rss: number }
export type OwnProcess = Awaited<ReturnType<typeof startOwnProcess>>

const program = fileURLToPath(new URL('server-program.ts', import.meta.url))

export async function startOwnProcess(servers: {
  databaseUrl: string
  natsUrl: string
  masterKey: Buffer
}) {
  const { databaseUrl, natsUrl, masterKey } = servers
  const child = fork(program, [databaseUrl, natsUrl, masterKey.toString('base64')], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const heard = async <Answer>(): Promise<Answer> => (await once(child, 'message'))[0] as Answer
  const { url } = await heard<{ url: string }>()
  return {
    url,
    async readMemory(): Promise<Memory> {
      child.send('memory')
      return heard<Memory>()
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

const lookEveryBytes = 4_000_000

/** Reads a file to its end, and the most that its server held meanwhile. */
export async function readWatched(
  server: OwnProcess,
  path: string,
  cookie: string,
): Promise<{ bytes: number; most: Memory; firstMs: number; seconds: number }> {
  const begunAt = performance.now()
  const response = await fetch(`${server.url}/dashboard/api${path}`, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  let [bytes, lookAt, firstMs] = [0, 0, 0]
  const most = { heldBytes: 0, rss: 0 }
  for await (const part of response.body!) {
    firstMs ||= performance.now() - begunAt
    bytes += part.length
    if (bytes < lookAt) continue
    lookAt = bytes + lookEveryBytes
    const { heldBytes, rss } = await server.readMemory()
    most.heldBytes = Math.max(most.heldBytes, heldBytes)
    most.rss = Math.max(most.rss, rss)
  }
  return { bytes, most, firstMs, seconds: (performance.now() - begunAt) / 1000 }
}
