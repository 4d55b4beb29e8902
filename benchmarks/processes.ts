/** The process table: what a process and those that it started use. */
import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'

export type ProcessEntry = {
  pid: number
  parentPid: number
  residentKiB: number
  /** Counts the processor's time since it began; in whole seconds on Linux. */
  processorSeconds: number
  name: string
}

const run = promisify(execFile)

/** Reads the process and all that it started, directly or not. */
export async function readDescendants(pid: number): Promise<ProcessEntry[]> {
  return descendantsOf(pid, await readProcesses())
}

async function readProcesses(): Promise<ProcessEntry[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,time=,comm='])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parentPid, residentKiB, time = '', ...name]) => ({
      pid: Number(pid),
      parentPid: Number(parentPid),
      residentKiB: Number(residentKiB),
      processorSeconds: toSeconds(time),
      name: basename(name.join(' ')),
    }))
}

function descendantsOf(pid: number, entries: ProcessEntry[]): ProcessEntry[] {
  const self = entries.filter((entry) => entry.pid === pid)
  const children = entries.filter((entry) => entry.parentPid === pid)
  return [...self, ...children.flatMap((child) => descendantsOf(child.pid, entries))]
}

/** `1-02:03:04`, `02:03:04` and `03:04.5` alike. */
function toSeconds(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const inDay = clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
  return 24 * 60 * 60 * Number(days) + inDay
}
