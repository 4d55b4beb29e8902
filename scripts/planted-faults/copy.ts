/** A copy of the project in which faults are planted and tests run. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import type { NamedFault } from './planted-fault.ts'

/** `survived`: the test ran and was green. `did not run`: no test of this title came to an end. */
export type Verdict = 'noticed' | 'survived' | 'did not run'

type Report = {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

const root = resolve(import.meta.dirname, '../..')
const runMaxMs = 5 * 60_000
const run = promisify(execFile)

export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'planted-faults-'))

  constructor() {
    const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const files = execFileSync('git', listed, { cwd: root, maxBuffer: 1 << 26 })
      .toString()
      .split('\0')
    for (const file of files.filter((name) => name !== '' && existsSync(join(root, name)))) {
      mkdirSync(dirname(join(this.#folder, file)), { recursive: true })
      cpSync(join(root, file), join(this.#folder, file))
    }
    // The proof has packages of its own, where it was installed.
    for (const modules of ['node_modules', 'proof/node_modules'])
      if (existsSync(join(root, modules)))
        symlinkSync(join(root, modules), join(this.#folder, modules))
    // Programs that were unpacked once; what tests write beside them has names of its own, but for results of paths.
    mkdirSync(join(this.#folder, '.cache'))
    for (const name of readdirSync(join(root, '.cache')).filter((one) => one !== 'paths'))
      symlinkSync(join(root, '.cache', name), join(this.#folder, '.cache', name))
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Plants the fault, runs its test, and takes the fault out again. */
  async judge({ file, before, after, testFile, title }: NamedFault): Promise<Verdict> {
    const path = join(this.#folder, file)
    const source = readFileSync(path, 'utf8')
    if (source.split(before).length !== 2)
      throw new Error(`${file} does not hold exactly once: ${before}`)
    writeFileSync(
      path,
      source.replace(before, () => after),
    )
    try {
      const pattern = runningTitle(title)
      const tests = await this.#run(testFile, pattern.source)
      const own = tests.filter((one) => pattern.test(one.title) && one.status !== 'skipped')
      if (own.length === 0) return 'did not run'
      return own.some(({ status }) => status === 'failed') ? 'noticed' : 'survived'
    } finally {
      writeFileSync(path, source)
    }
  }

  /** Runs the tests of a file with this title and returns each one's outcome; a run without a report has none. */
  async #run(file: string, title: string): Promise<{ title: string; status: string }[]> {
    const report = join(this.#folder, 'report.json')
    rmSync(report, { force: true })
    const given = ['scripts/run.mjs', 'vitest', 'run', file, '--testNamePattern', title]
    const output = ['--reporter=json', `--outputFile.json=${report}`]
    const options = { cwd: this.#folder, timeout: runMaxMs, maxBuffer: 1 << 28 }
    await run(process.execPath, [...given, ...output], options).catch(() => null)
    if (!existsSync(report)) return []
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  }
}

/** The titles that a test has when it runs, of one as it is written: `%s`, `$name` and `${name}` stand for anything. */
function runningTitle(title: string): RegExp {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`${escaped.replaceAll(/%[sdifjo]|\\\$(?:[\w.]+|\\\{\w+\\\})/g, '.*')}$`)
}
