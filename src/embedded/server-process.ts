/**
 * One run of an embedded server, from its start until it ends.
 *
 * The server is detached, because Ctrl-C in a terminal must reach the service first and its
 * database last. A guard ends it when the service is gone, however that happened.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fchmodSync, openSync, readFileSync } from 'node:fs'
import { guard } from './guard.ts'
import { catchesSignal } from './process-table.ts'
import { recordServer, type ServerFiles } from './server-files.ts'
import { after, elapsedMs, wait } from '../shared/time.ts'

const readyTimeoutMs = 30_000
const readyPollMs = 5
const stopTimeoutMs = 20_000
const logTailCharacters = 4_000
/** What a server says of its clients and statements is for this account alone, as its data is. */
const logMode = 0o600

export interface ServerSettings {
  /** Its name in errors. */
  name: string
  executable: string
  args: string[]
  files: ServerFiles
  /** The signal upon which it closes its files and ends. */
  stopSignal: NodeJS.Signals
  /** Puts its files in order before each start, after crashes too. */
  prepare?: () => void
  /** Whether requests are accepted at its address, given all it has logged since its start. */
  isReady(log: string): boolean | Promise<boolean>
  workingDirectory?: string
  environment?: NodeJS.ProcessEnv
  /** Another account to run as, where the service runs as root. */
  account?: { uid: number; gid: number } | undefined
}

export interface ServerProcess {
  pid: number
  ended: Promise<unknown>
  /** Resolves once it has ended, by its own stop signal or another; one that does not end in time is killed. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Starts a server and waits until it takes requests.
 *
 * @throws with the end of its log, where it ends instead or is not ready within 30 s
 */
export async function launchServer(settings: ServerSettings): Promise<ServerProcess> {
  settings.prepare?.()
  const child = spawnServer(settings)
  await once(child, 'spawn')
  const { pid } = child as { pid: number }
  const ended = once(child, 'exit')
  const { executable, args, files, stopSignal } = settings
  const command = [executable, ...args].join(' ')
  recordServer(files.record, { pid, parentPid: process.pid, command, stopSignal })
  guard(child, stopSignal)

  const stop = (signal = stopSignal) => stopServer(child, ended, signal)
  try {
    await untilReady(child, settings)
  } catch (error) {
    await stop()
    throw error
  }
  child.unref()
  return { pid, ended, stop }
}

function spawnServer(settings: ServerSettings): ChildProcess {
  const log = openSync(settings.files.log, 'w', logMode)
  try {
    // One of a release before may be there, which others can read.
    fchmodSync(log, logMode)
    return spawn(settings.executable, settings.args, {
      detached: true,
      stdio: ['ignore', log, log],
      ...settings.account,
      ...(settings.workingDirectory && { cwd: settings.workingDirectory }),
      env: { ...process.env, ...settings.environment },
    })
  } finally {
    closeSync(log)
  }
}

async function untilReady(child: ChildProcess, settings: ServerSettings): Promise<void> {
  const readLog = () => readFileSync(settings.files.log, 'utf8')
  const explain = (problem: string) =>
    new Error(`${settings.name} ${problem}\n${readLog().slice(-logTailCharacters)}`)

  for (const deadline = elapsedMs() + readyTimeoutMs; ; await wait(readyPollMs)) {
    if (hasEnded(child)) throw explain('ended while it was starting')
    // Another server may be the one that answers, on the port that this one then fails to take.
    const isItself = catchesSignal(child.pid!, settings.stopSignal)
    if (isItself && (await settings.isReady(readLog()))) return
    if (elapsedMs() > deadline) throw explain(`was not ready within ${readyTimeoutMs} ms`)
  }
}

async function stopServer(
  child: ChildProcess,
  ended: Promise<unknown>,
  signal: NodeJS.Signals,
): Promise<void> {
  if (hasEnded(child)) return
  child.ref()
  child.kill(signal)
  const deadline = after(stopTimeoutMs, () => child.kill('SIGKILL'))
  await ended
  deadline.cancel()
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
