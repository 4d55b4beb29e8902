/**
 * The files of an embedded server beside its data: its log, its port, and a record of its process.
 *
 * The record is for the start after a `kill -9`: a server that outlived its service is recognized by
 * its process id *and* its whole command line, and ended. No other process ever is.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeProcess } from './process-table.ts'
import { elapsedMs, wait } from '../shared/time.ts'

const ownerGoneTimeoutMs = 5_000
const orphanEndTimeoutMs = 20_000
const pollMs = 10

export interface ServerFiles {
  log: string
  port: string
  record: string
}

/** The record of a started server's process. */
export interface ServerRecord {
  pid: number
  /** The process of the service that started it; the system gives an orphan another parent. */
  parentPid: number
  command: string
  stopSignal: NodeJS.Signals
}

/**
 * Names the files of the server `name` in a directory, creates the directory, and ends the server
 * that a killed service left running there.
 *
 * @throws where the server is still in use by a running service
 */
export async function claimServerFiles(directory: string, name: string): Promise<ServerFiles> {
  mkdirSync(directory, { recursive: true })
  const files = {
    log: join(directory, `${name}.log`),
    port: join(directory, `${name}.port`),
    record: join(directory, `${name}.process.json`),
  }
  await endOrphan(files.record)
  return files
}

export function recordServer(file: string, record: ServerRecord): void {
  writeFileSync(file, JSON.stringify(record, null, 2))
}

async function endOrphan(file: string): Promise<void> {
  const record = readRecord(file)
  if (!record) return
  // A service that is stopping, or was killed this moment, may take a little to be gone.
  if (!(await comesTrue(() => !hasParent(record), ownerGoneTimeoutMs))) {
    throw new Error(
      `${file}: process ${record.parentPid} is using this server. Stop it, or choose another DATA_DIR.`,
    )
  }
  if (!isRunning(record)) return
  process.kill(record.pid, record.stopSignal)
  if (await comesTrue(() => !isRunning(record), orphanEndTimeoutMs)) return
  process.kill(record.pid, 'SIGKILL')
  await comesTrue(() => !isRunning(record), orphanEndTimeoutMs)
}

const isRunning = ({ pid, command }: ServerRecord) => describeProcess(pid)?.command === command

const hasParent = (record: ServerRecord) =>
  isRunning(record) && describeProcess(record.pid)?.parentPid === record.parentPid

async function comesTrue(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  for (const deadline = elapsedMs() + timeoutMs; !condition(); await wait(pollMs)) {
    if (elapsedMs() > deadline) return false
  }
  return true
}

function readRecord(file: string): ServerRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ServerRecord
  } catch {
    // There is no record, or the machine stopped while it was written; no server is known either way.
    return undefined
  }
}
