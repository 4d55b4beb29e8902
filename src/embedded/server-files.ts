/**
 * What an embedded server leaves beside its data: its log, the port it listens on, and who it is.
 *
 * The last one is for the start after a `kill -9`: a server that outlived the service that started
 * it is known by its process id *and* its whole command line, and ended. Nothing else ever is.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeProcess } from './process-table.ts'

const orphanEndTimeoutMs = 20_000
const orphanPollMs = 20

export interface ServerFiles {
  log: string
  port: string
  record: string
}

/** Who a started server is, as written to its record. */
export interface ServerRecord {
  pid: number
  /** The service that started it. The system gives an orphan another parent. */
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
  if (!record || !isRunning(record)) return
  if (describeProcess(record.pid)?.parentPid === record.parentPid) {
    throw new Error(
      `${file}: process ${record.parentPid} is using this server. Stop it, or choose another DATA_DIR.`,
    )
  }

  process.kill(record.pid, record.stopSignal)
  for (const deadline = performance.now() + orphanEndTimeoutMs; isRunning(record);) {
    if (performance.now() > deadline) process.kill(record.pid, 'SIGKILL')
    await sleep(orphanPollMs)
  }
}

const isRunning = ({ pid, command }: ServerRecord) => describeProcess(pid)?.command === command

function readRecord(file: string): ServerRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ServerRecord
  } catch {
    // There is none, or the machine stopped while it was written; either way nobody is known.
    return undefined
  }
}
