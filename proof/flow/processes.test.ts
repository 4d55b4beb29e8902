/** Processes of one service tell of one another, also when one is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../src/embedded/ports.ts'
import { until } from '../support/until.ts'
import { send } from '../../test/http/client.ts'
import { relaysOf } from './relays-process.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

const patienceMs = 25_000

let world: FlowWorld
let relays: ReturnType<typeof relaysOf>
let probeUrl: string

beforeAll(async () => {
  world = await startWorld({ ROLES: 'http,worker,watcher', HEARTBEAT_SECONDS: '0.2' })
  const port = await findFreePort()
  probeUrl = `http://127.0.0.1:${port}`
  relays = relaysOf({ ...world.environment, PROBE_PORT: String(port) })
})
afterAll(async () => {
  await relays?.kill()
  await world?.stop()
})

const readinessOf = (url: string) => send(`${url}/ready`, 'GET').catch(() => null)

/** Waits until the process with the API names these roles as absent. */
const untilAbsent = (roles: string[]) =>
  until(
    `${roles.join()} absent`,
    async () => {
      const answer = await readinessOf(world.service.running.url!)
      const absent: unknown = answer?.body.absentRoles ?? []
      return answer?.status === 200 && JSON.stringify(absent) === JSON.stringify(roles)
    },
    patienceMs,
  )

test(
  'a process without the API says how it is on a port of its own, and its death is noticed',
  async () => {
    await untilAbsent(['relays'])
    await relays.start()
    expect((await send(`${probeUrl}/health`, 'GET')).status).toBe(200)
    await until(
      'it is ready',
      async () => (await readinessOf(probeUrl))?.status === 200,
      patienceMs,
    )
    await untilAbsent([])
    await relays.kill()
    await untilAbsent(['relays'])
    const { body } = await send(`${world.service.running.url!}/ready`, 'GET')
    expect(body.advice.join('\n')).toMatch(/No process with the role relays is there/)
  },
  4 * patienceMs,
)
