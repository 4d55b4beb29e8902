/** Looks at the directories of this machine, and at the mail server. */
import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { verifyMailServer } from '../../src/mailing/send-mail.ts'
import type { Settings } from '../../src/shared/settings.ts'
import { type Finding, failed, look, ok, warning } from './finding.ts'

const gigabyte = 1e9
const freeMin = 1 * gigabyte
const freeUsual = 10 * gigabyte

export async function lookAtPlaces(settings: Settings): Promise<Finding[]> {
  const { dataDirectory, databaseUrl, nats } = settings
  const isKeeping = databaseUrl === null || nats.urls === null
  return isKeeping ? lookAtDirectory('DATA_DIR', dataDirectory) : []
}

/** One that is not there yet is made by the start: what is looked at is the directory that it will be in. */
function lookAtDirectory(setting: string, path: string): Promise<Finding[]> {
  const todo = 'make it, and give it to this account, or name another'
  return look(setting, todo, async () => {
    const there = nearestOf(path)
    accessSync(there, constants.W_OK)
    const { bavail, bsize } = await statfs(there)
    const free = bavail * bsize
    const says = `${path} has ${(free / gigabyte).toFixed(1)} GB free`
    if (free < freeMin) return [failed(setting, says, 'make room: 1 GB is the least')]
    if (free < freeUsual) return [warning(setting, says, 'make room: 10 GB last for a while')]
    return [ok(setting, says)]
  })
}

const nearestOf = (path: string): string => (existsSync(path) ? path : nearestOf(dirname(path)))

export async function lookAtMail({ mail }: Settings): Promise<Finding[]> {
  if (!mail) return [ok('mail', 'is off: no MAIL_FROM')]
  const { smtp } = mail
  if (!smtp) return [ok('mail', 'is sent by other processes')]
  const todo = 'correct SMTP_URL, SMTP_TLS or SMTP_CA_FILE; docs/mails.md'
  return look('mail', todo, async () => {
    await verifyMailServer(smtp)
    return [ok('mail', `${smtp.host}:${smtp.port} lets the service in; nothing was sent`)]
  })
}
