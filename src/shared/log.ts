/**
 * The log: JSON lines, with credentials and signatures left out. `token` is no credential here: it is
 * the address of a token on a chain.
 */
import { type DestinationStream, type Logger, pino } from 'pino'

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
 * `level` is one of pino's: trace, debug, info, warn, error, fatal, silent. Lines go to the standard output
 * unless `lines` takes them.
 */
export function createLog(level: string, lines?: DestinationStream): Log {
  const redact = { paths: secretPaths, censor: '[left out]' }
  return lines ? pino({ level, redact }, lines) : pino({ level, redact })
}
