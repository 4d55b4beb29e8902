/**
 * Checks that everything waits through the one Time: no file of the service but `time.ts` sets a timer or asks how long
 * something took, and no test of the everyday tier waits for the clock on the wall. Browsers wait for what is seen.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const rules = [
  {
    files: ['src'],
    except: /^src\/shared\/time\.ts$/,
    unfit:
      /performance\.now\(|\bset(?:Timeout|Interval)\(|AbortSignal\.timeout\(|setTimeout as \w+/g,
    advice: 'use `elapsedMs`, `wait`, `after`, `every` and `abortAfter` of src/shared/time.ts',
  },
  {
    files: ['test'],
    except: /^test\/browser\//,
    unfit: /expect\s*\.poll\(|\bset(?:Timeout|Interval)\(|\bsetTimeout as \w+|vi\.waitFor/g,
    advice: 'use `settle` and `passTime` of test/support/settle.ts',
  },
]

for (const { files, except, unfit, advice } of rules) {
  const listed = execFileSync('git', ['ls-files', ...files.map((folder) => `${folder}/**/*.ts`)])
  for (const path of listed.toString().trim().split('\n')) {
    if (except.test(path)) continue
    const text = readFileSync(path, 'utf8')
    for (const { 0: found, index } of text.matchAll(unfit)) {
      const line = text.slice(0, index).split('\n').length
      console.error(`${path}:${line} ${found}: ${advice}`)
      process.exitCode = 1
    }
  }
}
