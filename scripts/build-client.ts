/** Compiles the client to JavaScript and declarations, packages/node/dist, as it is published. */
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand } from './run-command.ts'

const dist = resolve(import.meta.dirname, '../packages/node/dist')
rmSync(dist, { recursive: true, force: true })
const { succeeded, output } = await runCommand(['tsc', '-p', 'packages/node'])
if (!succeeded) throw new Error(output)

// The compiler rewrites imports in what it compiles, and leaves them in declarations.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const text = readFileSync(join(dist, name), 'utf8')
  writeFileSync(join(dist, name), text.replaceAll(/ from '(\.[^']+)\.ts'/g, " from '$1.js'"))
}
chmodSync(join(dist, 'command/main.js'), 0o755)
