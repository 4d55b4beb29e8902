/**
 * Restate: each plan is a virtual object; a command is a call under its id, which reads
 * the plan's state, changes it and keeps it. The object lives in a process of its own, as the
 * service's worker does.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runClosedLoop } from '../closed-loop.ts'
import { serveProgram, startProgram } from '../programs.ts'
import { actorsPerRole, actorTurns, moveMessage } from '../turns/cast.ts'

const startTimeoutMs = 30_000
/**
 * What helped most of all that was tried at 256 at once on two cores: 4 partitions in place of 24, by three quarters. 2 were
 * slower; larger batches of commands, no statistics, no journal kept, and HTTP/2 for who asks made no difference beyond noise.
 */
const partitions = 4

serveProgram(async ({ directory }) => {
  const ports = { ingress: await freePort(), admin: await freePort(), node: await freePort() }
  const objectPort = await freePort()
  const server = startServer(ports, join(directory, 'restate'))
  const object = await startProgram(join(import.meta.dirname, 'restate-object.program.mjs'), {
    port: objectPort,
  })
  await register(ports.admin, `http://127.0.0.1:${objectPort}`)
  const agent = new Agent({ keepAlive: true })
  const turns = new Uint32Array(actorsPerRole)

  return {
    answer({ load }) {
      const next = actorTurns(load.concurrency)
      return runClosedLoop(async (slot) => {
        const index = next(slot)
        const message = moveMessage('plan', index, turns[index]++)
        await post(agent, ports.ingress, `/plan/${message.entityId}/move`, message)
      }, load)
    },
    async close() {
      agent.destroy()
      await object.stop()
      server.kill('SIGKILL')
    },
  }
})

function startServer(ports, directory) {
  const require = createRequire(import.meta.url)
  const packageName = `@restatedev/restate-server-${process.platform}-${process.arch}`
  const folder = join(require.resolve(`${packageName}/package.json`), '..')
  const listen = (port) => `127.0.0.1:${port}`
  return spawn(join(folder, 'bin', 'restate-server'), ['--listen-mode', 'tcp', '--no-logo'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_BASE_DIR: directory,
      RESTATE_BIND_ADDRESS: listen(ports.node),
      RESTATE_ADMIN__BIND_ADDRESS: listen(ports.admin),
      RESTATE_INGRESS__BIND_ADDRESS: listen(ports.ingress),
      RESTATE_DEFAULT_NUM_PARTITIONS: String(partitions),
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'error',
    },
  })
}

async function register(adminPort, uri) {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    try {
      return await post(undefined, adminPort, '/deployments', { uri })
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function post(agent, port, path, body) {
  const headers = {
    'content-type': 'application/json',
    ...(body.id && { 'idempotency-key': body.id }),
  }
  const asked = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers })
  asked.end(JSON.stringify(body))
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const part of answer) text += part
  if (answer.statusCode >= 300) throw new Error(`Restate answered ${answer.statusCode}: ${text}`)
  return JSON.parse(text)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
