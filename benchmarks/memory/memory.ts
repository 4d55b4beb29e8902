/**
 * The memory of the service when nothing happens: started as `npm start` starts it, left alone,
 * and then read from the process table; its own process, and its servers apart.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { table } from '../table.ts'

type Entry = { pid: number; parentPid: number; residentKiB: number; name: string }

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/** Starts the service with this process's options of Node, waits `idleMs`, and returns a table of its processes. */
export async function measureMemory(idleMs: number): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mandate-memory-'))
  chmodSync(dataDirectory, 0o755) // PostgreSQL runs under another account where this one is root.
  const service = await startService(dataDirectory)
  try {
    await sleep(idleMs)
    const entries = descendantsOf(service.pid!, await readProcesses())
    return table(['process', 'resident'], toLines(entries, service.pid!))
  } finally {
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    await ended
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function startService(dataDirectory: string): Promise<ChildProcess> {
  const service = spawn(process.execPath, [...process.execArgv, 'src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDirectory, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(service.stdout!))
    if (line.includes('"msg":"the service is ready"')) {
      service.stdout!.resume()
      return service
    }
  throw new Error('the service did not start')
}

async function readProcesses(): Promise<Entry[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parentPid, residentKiB, ...name]) => ({
      pid: Number(pid),
      parentPid: Number(parentPid),
      residentKiB: Number(residentKiB),
      name: basename(name.join(' ')),
    }))
}

/** The process and all that it started, directly or not. */
function descendantsOf(pid: number, entries: Entry[]): Entry[] {
  const self = entries.filter((entry) => entry.pid === pid)
  const children = entries.filter((entry) => entry.parentPid === pid)
  return [...self, ...children.flatMap((child) => descendantsOf(child.pid, entries))]
}

/** PostgreSQL's processes share much of the memory that each of them shows. */
function toLines(entries: Entry[], servicePid: number): string[][] {
  const service = entries.filter(({ pid }) => pid === servicePid)
  const servers = entries.filter(({ pid, name }) => pid !== servicePid && name !== 'sh')
  const lines = [...Map.groupBy(servers, ({ name }) => name)].map(([name, group]) => [
    group.length > 1 ? `${name}, ${group.length} processes, shared memory counted in each` : name,
    megabytes(group),
  ])
  const sorted = lines.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  return [['the service', megabytes(service)], ...sorted]
}

const megabytes = (entries: Entry[]): string => {
  const kibibytes = entries.reduce((sum, { residentKiB }) => sum + residentKiB, 0)
  return `${Math.round(kibibytes / 1024)} MB`
}
