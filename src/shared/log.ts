/** The log: JSON lines, with credentials, tokens and signatures left out. */
import { type Logger, pino } from 'pino'

export type Log = Logger

const secretPaths = [
  'authorization',
  'cookie',
  'secret',
  'password',
  'token',
  'privateKey',
  'apiSecret',
  '*.authorization',
  '*.cookie',
  '*.secret',
  '*.password',
  '*.token',
  '*.privateKey',
  '*["x-api-sig"]',
  'req.headers',
]

/** `level` is one of pino's: trace, debug, info, warn, error, fatal, silent. */
export function createLog(level: string): Log {
  return pino({ level, redact: { paths: secretPaths, censor: '[left out]' } })
}
