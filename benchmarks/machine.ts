/** Describes the machine of a measurement: a number without its machine says nothing. */
import { fdatasyncSync, openSync, rmSync, writeSync, closeSync } from 'node:fs'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { median } from './closed-loop.ts'

const syncsMeasured = 200
const pageBytes = 8192

/** One line about processor, memory and disk, and the load from elsewhere at the start. */
export function describeMachine(directory: string): string {
  const processors = cpus()
  const memoryGiB = (totalmem() / 1024 ** 3).toFixed(0)
  return [
    new Date().toISOString().slice(0, 10),
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`,
    `${memoryGiB} GiB`,
    `${platform()} ${release()}`,
    `Node ${process.versions.node}`,
    `a synced write of 8 KiB takes ${syncedWriteMs(directory).toFixed(2)} ms`,
    `load before: ${loadavg()[0]!.toFixed(1)}`,
  ].join(', ')
}

function syncedWriteMs(directory: string): number {
  const file = join(directory, 'synced-write')
  const descriptor = openSync(file, 'w')
  const page = Buffer.alloc(pageBytes)
  const durations = Array.from({ length: syncsMeasured }, () => {
    const startedAt = performance.now()
    writeSync(descriptor, page)
    fdatasyncSync(descriptor)
    return performance.now() - startedAt
  })
  closeSync(descriptor)
  rmSync(file)
  return median(durations)
}
