/**
 * Describes processes of the operating system: from `/proc` where there is one, because slim container
 * images have no `ps`, and from `ps` elsewhere.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'

export interface ProcessDescription {
  parentPid: number
  /** The program and its arguments, separated by single spaces. */
  command: string
}

/** Describes a running process, or returns undefined where no process has that id. */
export function describeProcess(pid: number): ProcessDescription | undefined {
  try {
    return existsSync('/proc/self/stat') ? readProc(pid) : askPs(pid)
  } catch {
    return undefined
  }
}

/**
 * Whether a process has a handler of its own for a signal; until then the signal ends it where it stands.
 * True where the system does not say.
 */
export function catchesSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    const [, caught] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
    return (BigInt(`0x${caught}`) >> BigInt(constants.signals[signal] - 1)) % 2n === 1n
  } catch {
    return true
  }
}

function readProc(pid: number): ProcessDescription | undefined {
  // A process that has ended and was not yet collected by its parent has no command line.
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0+$/, '')
  if (!command) return undefined

  // The second field is the program's name in brackets and may hold spaces and brackets itself.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parentPid: Number(parentPid), command: command.replaceAll('\0', ' ') }
}

function askPs(pid: number): ProcessDescription | undefined {
  const line = execFileSync('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  const match = /^\s*(\d+)\s+(\S.*)$/.exec(line.trimEnd())
  return match ? { parentPid: Number(match[1]), command: match[2]! } : undefined
}
