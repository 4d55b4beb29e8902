/**
 * The log: JSON lines, with credentials and signatures left out. `token` is no credential here: it is
 * the address of a token on a chain.
 */
import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'
import { after } from './time.ts'

export type Log = Logger

/** At the top of a line, and one level below it. */
const secretNames = [
  'authorization',
  'cookie',
  'secret',
  'password',
  'sessionToken',
  'customerToken',
  'privateKey',
  'apiSecret',
  '["x-api-sig"]',
]
const secretPaths = [
  ...secretNames,
  ...secretNames.map((name) => (name.startsWith('[') ? `*${name}` : `*.${name}`)),
  'req.headers',
]

/**
 * `level` is one of pino's: trace, debug, info, warn, error, fatal, silent. Lines have the level as this word, their
 * moment in ISO 8601, and the roles of the process, where they are given. They go to the standard output unless `lines`
 * takes them.
 */
export function createLog(
  level: string,
  lines?: DestinationStream,
  roles?: readonly string[],
): Log {
  const options = {
    level,
    redact: { paths: secretPaths, censor: '[left out]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    base: { pid: process.pid, hostname: hostname(), ...(roles && { roles: roles.join(',') }) },
  }
  return lines ? pino(options, lines) : pino(options)
}

/** So long, once a warning has come, further ones with its text make one line together. */
const togetherMs = 5_000

type Fields = Record<string, unknown>
/** Counts the lines held back since the last one, and keeps the newest. */
type HeldWarning = { times: number; fields: Fields }
const heldOf = new WeakMap<Log, Map<string, HeldWarning>>()

/**
 * Warns of what may come by hundreds a second while a disk is full or a server is away: the first at once, and those of
 * each next `togetherMs` in one line, as the last of them, with their number. `text` is the same for all of them.
 */
export function warnTogether(log: Log, fields: Fields, text: string): void {
  const held = heldOf.get(log) ?? new Map<string, HeldWarning>()
  heldOf.set(log, held)
  const before = held.get(text)
  if (before) return void held.set(text, { times: before.times + 1, fields })
  log.warn(fields, text)
  holdBack(log, held, text)
}

function holdBack(log: Log, held: Map<string, HeldWarning>, text: string): void {
  held.set(text, { times: 0, fields: {} })
  after(togetherMs, () => {
    const { times, fields } = held.get(text)!
    held.delete(text)
    if (times === 0) return
    log.warn({ ...fields, times, withinSeconds: togetherMs / 1_000 }, text)
    holdBack(log, held, text)
  })
}
