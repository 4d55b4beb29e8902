/**
 * Runs a TypeScript file, or a command that npm installed, on a recent enough Node:
 *
 *     node scripts/run.mjs src/main.ts [arguments]
 *     node scripts/run.mjs vitest run [arguments]
 *
 * With `--help` or `-h` it prints what stands at the head of a file of this project's own, and does not run it.
 *
 * npm installs Node 26 as a package, so the Node that happens to be on the machine only has to
 * start this file. That is why it is plain JavaScript, and why it does not use
 * `node_modules/.bin/node`: npm 10 deletes that link when it leaves out other platforms' packages.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const [target = '', ...programArguments] = process.argv.slice(2)

/**
 * The nursery of young objects, in MiB. With 2 an idle service needs 18 MB less, but what a request makes outlives it: a
 * payment took up to twice as much of the processor.
 */
const nodeOptions = ['--max-semi-space-size=16']
/** Keeps what Node compiled, types left out: the next start takes half as long and 20 MB less. */
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled')

/**
 * For glibc, which otherwise keeps what threads have freed, each in an arena of its own: an idle service held 35 MB more, and
 * 80 MB more after 100,000 requests, which took no longer. Sizes in bytes.
 */
const allocation = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '65536',
}

/** A program cannot report these ends of itself. */
const endings = {
  SIGABRT:
    'The process was ended by Node. Where "heap out of memory" stands above, it needs more than it may have: give its unit or container more (MemoryMax, mem_limit), half of which Node takes, or set NODE_OPTIONS=--max-old-space-size=<MB>. Nothing that was answered is lost; whatever started this may start it again. docs/operations/resources.md',
  SIGKILL:
    'The process was killed, by somebody or by the kernel: its unit or container, or the machine, had no more memory for it (MemoryMax, mem_limit; `journalctl -k` names it). Nothing that was answered is lost; whatever started this may start it again. docs/operations/resources.md',
}

if (asksForHelp()) {
  sayHead()
  process.exit(0)
}
const program = spawn(findNode(), [...nodeOptions, findProgram(target), ...programArguments], {
  stdio: 'inherit',
  env: {
    ...allocation,
    ...process.env,
    NODE_COMPILE_CACHE: compileCache,
    NODE_COMPILE_CACHE_PORTABLE: '1',
  },
})
endWithThisProcess(program)
passSignalsTo(program)
program.once('exit', (code, signal) => {
  const why = signal && endings[signal]
  if (why) console.error(why)
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
})

function findNode() {
  const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64'
  const packageName = `${isAppleSilicon ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`
  const installed = join(root, 'node_modules', packageName, 'bin', 'node')
  if (existsSync(installed)) return installed
  if (runsThisProject(process.versions.node)) return process.execPath
  return fail(
    `This project needs Node.js 24.7 or newer and found ${process.version}.
npm normally installs Node 26 for it, at ${installed}.
${existsSync(join(root, 'node_modules')) ? 'Install again without --omit=optional' : 'Run npm ci first'}, or install Node 26 yourself.`,
  )
}

/** Tells whether this version of Node runs TypeScript files without a flag, and knows argon2 (24.7). */
function runsThisProject(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7)
}

/** The operator's command says it of each of its commands, and the client's of its own. */
function asksForHelp() {
  const isOwn = /^(scripts|src|examples|benchmarks|proof\/drill)\/.*\.[cm]?[jt]s$/.test(target)
  const asked = programArguments.some((argument) => argument === '--help' || argument === '-h')
  return isOwn && asked && target !== 'scripts/operator.ts'
}

function sayHead() {
  const [head] = readFileSync(findProgram(target), 'utf8').split('*/')
  const lines = head.split('\n').map((line) => line.replace(/^\s*\/?\*{1,2} ?/, ''))
  console.log(lines.join('\n').trim())
}

function findProgram(name) {
  if (/\.[cm]?[jt]s$/.test(name)) return resolve(root, name)
  const command = join(root, 'node_modules', '.bin', name)
  if (name && existsSync(command)) return realpathSync(command)
  return fail(`scripts/run.mjs: no such file or installed command: ${name || '(none given)'}`)
}

/**
 * Ends the program when this process is gone, however it went. A shell waits for the end of a pipe
 * that only this process holds open, which even `kill -9` closes.
 */
function endWithThisProcess(program) {
  const script = 'read -r _; kill -s TERM "$1" 2>/dev/null'
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(program.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  program.once('exit', () => guard.kill('SIGKILL'))
}

/**
 * Ctrl-C in a terminal reaches the program by itself; a signal sent to this process alone does not.
 */
function passSignalsTo(program) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) program.kill(signal)
    })
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
