/**
 * The memory of the service when nothing happens: started as `npm start` starts it, left alone,
 * and then read from the process table; its own process, and its servers apart.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startOwnService } from '../own-service.ts'
import { type ProcessEntry, readDescendants } from '../processes.ts'
import { table } from '../table.ts'

/** Starts the service, waits `idleMs`, and returns a table of its processes. */
export async function measureMemory(idleMs: number): Promise<string> {
  const service = await startOwnService('memory')
  try {
    await sleep(idleMs)
    const entries = await readDescendants(service.pid)
    return table(['process', 'resident'], toLines(entries, service.pid))
  } finally {
    await service.stop()
  }
}

/** PostgreSQL's processes share much of the memory that each of them shows. */
function toLines(entries: ProcessEntry[], servicePid: number): string[][] {
  const service = entries.filter(({ pid }) => pid === servicePid)
  const servers = entries.filter(({ pid, name }) => pid !== servicePid && name !== 'sh')
  const lines = [...Map.groupBy(servers, ({ name }) => name)].map(([name, group]) => [
    group.length > 1 ? `${name}, ${group.length} processes, shared memory counted in each` : name,
    megabytes(group),
  ])
  const sorted = lines.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  return [['the service', megabytes(service)], ...sorted]
}

const megabytes = (entries: ProcessEntry[]): string => {
  const kibibytes = entries.reduce((sum, { residentKiB }) => sum + residentKiB, 0)
  return `${Math.round(kibibytes / 1024)} MB`
}
