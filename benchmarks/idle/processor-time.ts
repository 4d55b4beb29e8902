/**
 * The time of the processor that a process and those that it started have used, as Linux counts it: to a hundredth of a second,
 * and fair while others use the machine. What has ended counts with the process that waited for it.
 */
import { readFile } from 'node:fs/promises'
import { readDescendants } from '../processes.ts'

/** The kernel's unit in `/proc`, on every machine. */
const ticksPerSecond = 100

/** By name of the program: seconds since each began. The first process goes by `the service`. */
export type ProcessorSeconds = Map<string, number>

export async function readProcessorSeconds(pid: number): Promise<ProcessorSeconds> {
  const entries = await readDescendants(pid)
  const seconds: ProcessorSeconds = new Map()
  for (const { pid: one, name } of entries) {
    const group = one === pid ? 'the service' : name
    seconds.set(group, (seconds.get(group) ?? 0) + (await secondsOf(one)))
  }
  return seconds
}

/** Reads the seconds of a process and of those of its children that have ended; 0 where it has just ended itself. */
async function secondsOf(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Behind the name, which may hold anything: state is the third field, the times are the 14th to the 17th.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
  return ticks / ticksPerSecond
}
