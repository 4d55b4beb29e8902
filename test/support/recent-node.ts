/**
 * `npx vitest` starts on the Node of the machine, which may be older than the tests need: these are told to the one that
 * npm installed, as `npm test` does.
 */
import { spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'

/** The first that runs the service: scripts/run.mjs asks for the same. */
const neededNode = [24, 7] as const
const runScript = join(import.meta.dirname, '../../scripts/run.mjs')

/** Returns on a recent enough Node. On an older one it runs the same command on the installed one, and ends with it. */
export function continueOnRecentNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > neededNode[0] || (major === neededNode[0] && minor >= neededNode[1])) return
  const [, program = '', ...given] = process.argv
  if (!/^vitest(\.m?js)?$/.test(basename(program))) {
    throw new Error(
      `The tests need Node.js ${neededNode.join('.')} or newer, and this is ${process.version}: \`npm test -- <file>\` runs them on the one that npm installed.`,
    )
  }
  const { status } = spawnSync(process.execPath, [runScript, 'vitest', ...given], {
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
