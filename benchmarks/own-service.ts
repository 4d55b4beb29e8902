/** A service of the benchmark's own, started as `npm start` starts it, with nothing in it but the demo. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type OwnService = { pid: number; dataDirectory: string; stop(): Promise<void> }

const root = join(import.meta.dirname, '..')

export function newDataDirectory(name: string): string {
  const dataDirectory = mkdtempSync(join(tmpdir(), `mandate-${name}-`))
  chmodSync(dataDirectory, 0o755) // PostgreSQL runs under another account where this one is root.
  return dataDirectory
}

/** Starts it with this process's options of Node and further settings; resolves when it is ready. */
export async function startServiceIn(
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<OwnService> {
  const service = spawn(process.execPath, [...process.execArgv, 'src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDirectory, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(service.stdout))
    if (line.includes('"msg":"the service is ready"')) {
      service.stdout.resume()
      return {
        pid: service.pid!,
        dataDirectory,
        async stop() {
          const ended = once(service, 'exit')
          service.kill('SIGTERM')
          await ended
        },
      }
    }
  throw new Error('the service did not start')
}
