/** Keeps one process of the service running, as systemd would: when it ends, it is started again a second later. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guard } from '../../src/embedded/guard.ts'
import type { Role } from '../../src/shared/nats-settings.ts'

const program = join(import.meta.dirname, '../../src/main.ts')
/** The process runs with the options of `npm start`, and with none of a test's. */
const nursery = process.execArgv.filter((option) => option.startsWith('--max-semi-space-size'))
const restartPauseMs = 1_000
const stopTimeoutMs = 15_000
const readyPollMs = 100
/** On a machine that is busy with other things. */
const startTimeoutMs = 180_000

/** An end that no fault asked for. */
export type Death = { process: string; at: number; how: string; lastWords: string }

export class Supervised {
  readonly name: string
  readonly role: Role
  readonly logFile: string
  readonly deaths: Death[] = []
  readonly #environment: NodeJS.ProcessEnv
  #nodeOptions: string[] = []
  /** Options of Node that make it one of another release. */
  #release: string[] = []
  #child: ChildProcess | null = null
  #isWanted = true
  #isEndExpected = false
  /** The newest start begins here in the log. */
  #startsAt = 0
  #running: Promise<void> = Promise.resolve()

  constructor(role: Role, number: number, directory: string, environment: NodeJS.ProcessEnv) {
    this.role = role
    this.name = `${role}-${number}`
    this.logFile = join(directory, `${this.name}.log`)
    this.#environment = { ...environment, ROLES: role, PGAPPNAME: this.name }
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  start(): void {
    this.#isWanted = true
    this.#running = this.#keepRunning()
  }

  /** Resolves once it has said that it is ready, since its newest start; throws after minutes. */
  async untilReady(): Promise<void> {
    const deadline = performance.now() + startTimeoutMs
    while (!this.#isReady()) {
      if (performance.now() > deadline)
        throw new Error(`${this.name} was not ready in ${startTimeoutMs} ms: see ${this.logFile}`)
      await sleep(readyPollMs)
    }
  }

  /** Ends it as a fault, which is no death to be told of. */
  signal(signal: 'SIGKILL' | 'SIGTERM'): void {
    this.#isEndExpected = true
    this.#child?.kill(signal)
  }

  /** Ends it; it stays away until `start`. */
  async stop(): Promise<void> {
    this.#isWanted = false
    this.signal('SIGTERM')
    const kill = setTimeout(() => this.#child?.kill('SIGKILL'), stopTimeoutMs)
    await this.#running
    clearTimeout(kill)
  }

  /** Ends it, starts it with these options of Node, and waits until it is ready. */
  async restartWith(nodeOptions: string[]): Promise<void> {
    await this.stop()
    this.#nodeOptions = nodeOptions
    this.start()
    await this.untilReady()
  }

  /** The same, and it stays of that release. */
  async upgradeTo(release: string[]): Promise<void> {
    this.#release = release
    await this.restartWith([])
  }

  async #keepRunning(): Promise<void> {
    while (this.#isWanted) {
      const child = this.#spawn()
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      this.#child = null
      if (!this.#isEndExpected) this.#noteDeath(signal ?? `exit ${code}`)
      if (this.#isWanted) await sleep(restartPauseMs)
    }
  }

  #spawn(): ChildProcess {
    const log = openSync(this.logFile, 'a', 0o600)
    this.#startsAt = statSync(this.logFile).size
    const child = spawn(
      process.execPath,
      [...nursery, ...this.#release, ...this.#nodeOptions, program],
      {
        env: this.#environment,
        stdio: ['ignore', log, log],
      },
    )
    closeSync(log)
    this.#isEndExpected = false
    this.#child = child
    // No process of a drill outlives it.
    guard(child, 'SIGKILL')
    return child
  }

  #noteDeath(how: string): void {
    const lastWords = readFileSync(this.logFile, 'utf8').trimEnd().split('\n').at(-1) ?? ''
    this.deaths.push({ process: this.name, at: performance.now(), how, lastWords })
  }

  #isReady(): boolean {
    if (this.#child === null) return false
    const log = readFileSync(this.logFile).subarray(this.#startsAt)
    return log.includes('"msg":"the service is ready"')
  }
}
