/**
 * Ports for embedded servers. They are drawn from below the range in which the system places
 * outgoing connections, so that a port noted today is still free at the next start.
 */
import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { elapsedMs, wait } from '../shared/time.ts'

const portMin = 20_000
const portMax = 31_999
const drawsMax = 100
/** A killed server is gone from the list of processes before its last thread has let go of the port. */
export const notedPortWaitMs = 2_000
const pollMs = 20
const portsTriedMax = 3

/** Finds a port on the loopback interface on which nothing listens. */
export async function findFreePort(): Promise<number> {
  for (let draw = 0; draw < drawsMax; draw++) {
    const port = randomInt(portMin, portMax + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port found between ${portMin} and ${portMax}`)
}

/** Returns the port noted in the file where it is free, or soon is; otherwise finds another, and notes it. */
export async function claimStablePort(file: string): Promise<number> {
  const noted = readNotedPort(file)
  if (noted !== undefined && (await becomesFree(noted))) return noted
  const port = await findFreePort()
  writeFileSync(file, `${port}\n`)
  return port
}

/** Starts a server on a stable port, and on another where somebody else has taken that one meanwhile. */
export async function startOnStablePort<Server>(
  file: string,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const port = await claimStablePort(file)
    try {
      return await start(port)
    } catch (error) {
      if (attempt === portsTriedMax || (await isFree(port))) throw error
    }
  }
}

function readNotedPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

async function becomesFree(port: number): Promise<boolean> {
  for (const deadline = elapsedMs() + notedPortWaitMs; !(await isFree(port));) {
    if (elapsedMs() > deadline) return false
    await wait(pollMs)
  }
  return true
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
