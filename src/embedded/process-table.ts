/**
 * Describes processes of the operating system: from `/proc` where there is one, because slim container
 * images have no `ps`, and from `ps` elsewhere.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

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
