/**
 * nats-server with JetStream. It only carries messages, all of which are in Postgres as well; its
 * directory may be deleted while the service is stopped.
 */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Role, roles } from '../shared/nats-settings.ts'
import { findBinary, natsServer } from './binaries.ts'
import { startOnStablePort } from './ports.ts'
import { claimServerFiles } from './server-files.ts'
import { type EmbeddedServer, startServer } from './server.ts'

/** The file with the users of the roles, and the subjects on which each may publish and subscribe. */
const usersFile = fileURLToPath(new URL('../../nats.conf', import.meta.url))

/**
 * Starts a NATS that lets in the roles of the service alone, each with a password made for this
 * start. They are nowhere but in the two processes.
 */
export async function startGuardedNats(settings: {
  storeDirectory: string
}): Promise<EmbeddedServer & { urls: Record<Role, string> }> {
  const passwords = forEachRole(newPassword)
  const server = await startNats({ ...settings, passwords })
  const { host } = new URL(server.url)
  const urls = forEachRole((role) => `nats://${role}:${passwords[role]}@${host}`)
  return Object.assign(server, { urls })
}

const forEachRole = (make: (role: Role) => string): Record<Role, string> => ({
  http: make('http'),
  worker: make('worker'),
  relays: make('relays'),
  watcher: make('watcher'),
})

/** Makes a password that starts with a letter, because nats-server takes digits for a number. */
const newPassword = () => `p${randomBytes(24).toString('hex')}`

/**
 * Starts nats-server on the loopback interface, on the port it had before where that is free.
 * Without passwords every account of this machine may connect.
 *
 * @throws where there is no nats-server, or where it does not start
 */
export async function startNats({
  storeDirectory,
  passwords,
}: {
  storeDirectory: string
  passwords?: Record<Role, string>
}): Promise<EmbeddedServer> {
  const directory = resolve(storeDirectory)
  const files = await claimServerFiles(directory, 'nats')
  const executable = await findBinary(natsServer)
  const start = (port: number) =>
    startServer({
      name: 'nats-server',
      url: `nats://127.0.0.1:${port}`,
      executable,
      args: [
        '--addr',
        '127.0.0.1',
        '--port',
        String(port),
        ...(passwords ? ['--config', usersFile] : []),
        '--jetstream',
        '--store_dir',
        join(directory, 'store'),
      ],
      files,
      ...(passwords && { environment: environmentOf(passwords) }),
      stopSignal: 'SIGTERM',
      isReady: (log) => log.includes('Server is ready'),
    })
  return startOnStablePort(files.port, start)
}

const environmentOf = (passwords: Record<Role, string>) =>
  Object.fromEntries(roles.map((role) => [`NATS_${role.toUpperCase()}_PASSWORD`, passwords[role]]))
