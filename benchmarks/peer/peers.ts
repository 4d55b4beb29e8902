/**
 * Durable-execution engines to compare with: DBOS on the same PostgreSQL, and Restate,
 * which keeps its own log. They are no part of the service, so they are installed here, into
 * this folder, the first time they are measured.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Measurement, warmUp } from '../closed-loop.ts'
import type { DurableServers } from '../durable-servers.ts'
import { startProgram } from '../programs.ts'
import type { Contestant } from '../turns/contestants.ts'

const run = promisify(execFile)
const installTimeoutMs = 5 * 60_000
const here = import.meta.dirname

/** Starts the peers that can be installed and started here, and says which cannot, and why. */
export async function startPeers(servers: DurableServers): Promise<Contestant[]> {
  if (!(await install())) return []
  const peers = [
    await startPeer('DBOS 5.3.0', 'dbos', { servers }),
    await startPeer('Restate 1.7.12', 'restate', { servers }),
  ]
  return peers.filter((peer) => peer !== null)
}

async function install(): Promise<boolean> {
  if (existsSync(join(here, 'node_modules'))) return true
  console.log('Installing the engines to compare with (about 240 MB, once) …')
  try {
    const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
    await run('npm', options, { cwd: here, timeout: installTimeoutMs })
    return true
  } catch (error) {
    console.log(`Without other engines: npm could not install them (${firstLine(error)}).`)
    return false
  }
}

async function startPeer(
  name: string,
  file: string,
  { servers }: { servers: DurableServers },
): Promise<Contestant | null> {
  try {
    const databaseUrl = await servers.newDatabase(file)
    const program = await startProgram(join(here, `${file}.program.mjs`), {
      databaseUrl,
      directory: servers.directory,
    })
    await program.ask({ load: warmUp })
    return {
      name,
      roles: ['plan'],
      measure: (_, load) => program.ask<Measurement>({ load }),
      stop: () => program.stop(),
    }
  } catch (error) {
    console.log(`Without ${name}: it does not start here (${firstLine(error)}).`)
    return null
  }
}

const firstLine = (error: unknown): string => String(error).split('\n', 1)[0]!
