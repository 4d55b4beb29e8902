/** Runs `npm ci` in `proof/`: the npm that runs this one, or the one on the PATH. */
import { spawnSync } from 'node:child_process'

const cli = process.env['npm_execpath']
const words = ['ci', '--no-audit', '--no-fund', '--prefix', 'proof']
const { status } = cli?.endsWith('.js')
  ? spawnSync(process.execPath, [cli, ...words], { stdio: 'inherit' })
  : spawnSync('npm', words, { stdio: 'inherit' })
process.exitCode = status ?? 1
