/**
 * Draws the secrets that docker compose needs into `.env`, readable by this account alone: a
 * master key and passwords. Secrets that are there already stay as they are.
 *
 *     npm run create:secrets
 */
import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'

const path = '.env'
/** Starts with a letter, because nats-server takes digits for a number. */
const drawNatsPassword = () => `p${randomBytes(24).toString('hex')}`
const drawn = {
  MASTER_KEY: () => randomBytes(32).toString('base64'),
  POSTGRES_PASSWORD: () => randomBytes(24).toString('base64url'),
  NATS_HTTP_PASSWORD: drawNatsPassword,
  NATS_WORKER_PASSWORD: drawNatsPassword,
  NATS_RELAYS_PASSWORD: drawNatsPassword,
  NATS_WATCHER_PASSWORD: drawNatsPassword,
}

const present = existsSync(path) ? readFileSync(path, 'utf8') : ''
const missing = Object.entries(drawn).filter(
  ([name]) => !new RegExp(`^${name}=.`, 'm').test(present),
)
const separator = present === '' || present.endsWith('\n') ? '' : '\n'
const lines = missing.map(([name, draw]) => `${name}=${draw()}\n`).join('')
appendFileSync(path, separator + lines, { mode: 0o600 })
chmodSync(path, 0o600)
const what = missing.map(([name]) => name).join(', ') || 'nothing: all of it was there'
console.log(`${path}: ${what}. Keep a copy of MASTER_KEY apart from the database.`)
