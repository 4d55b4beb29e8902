/**
 * Plants faults in copies of the project, one at a time in each, and runs for each the test that has to notice it. The
 * faults of `x.test.ts` are listed in `x.faults.ts` beside it. That the test is green without its fault is seen where
 * all tests run.
 *
 *     node scripts/run.mjs scripts/mutate.ts [--only=<text>] [--shard=<n>/<of>] [--list]
 *
 * The last line counts the faults that were noticed as passed. Fails where a test stays green beside its fault, where a fault's text is not found, and where the test does not
 * run at all. `--only` chooses the faults whose file or sentence holds the text. Nothing is written to the project.
 */
import { parseArgs } from 'node:util'
import { Copy, type Verdict } from './planted-faults/copy.ts'
import { findPlantedFaults } from './planted-faults/find.ts'
import type { NamedFault } from './planted-faults/planted-fault.ts'

/** As many as a small machine has cores. */
const copiesMax = 2

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    shard: { type: 'string', default: '1/1' },
    list: { type: 'boolean', default: false },
  },
})
const chosen = inShard(
  (await findPlantedFaults()).filter(({ file, fault }) => `${file} ${fault}`.includes(values.only)),
)
if (values.list) for (const { file, fault } of chosen) console.log(`${file}  ${fault}`)
else if (chosen.length === 0)
  fail(`No fault's file or sentence holds '${values.only}'; --list shows all.`)
else await judgeAll()

async function judgeAll(): Promise<void> {
  const waiting = [...chosen]
  const verdicts: Verdict[] = []
  const judgeNext = async (copy: Copy): Promise<void> => {
    for (let planted = waiting.shift(); planted; planted = waiting.shift()) {
      const verdict = await copy.judge(planted).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
      verdicts.push(verdict)
      const { file, fault, testFile, title } = planted
      console.log(`${verdicts.length}/${chosen.length}  ${verdict.padEnd(11)}  ${file}: ${fault}`)
      if (verdict !== 'noticed') console.log(`    by ${testFile}: ${title}`)
    }
  }
  const copies = Array.from({ length: Math.min(copiesMax, chosen.length) }, () => new Copy())
  process.once('exit', () => copies.forEach((copy) => copy.remove()))
  const ends = await Promise.allSettled(copies.map(judgeNext))
  // Where one found no place for its fault, the run of the other has ended, too.
  const broken = ends.find((end) => end.status === 'rejected')
  if (broken) throw broken.reason
  const noticed = verdicts.filter((verdict) => verdict === 'noticed').length
  console.log(`${noticed} passed, ${chosen.length - noticed} failed`)
  if (noticed < chosen.length) process.exitCode = 1
}

/** Every n-th of them, so that slow ones are spread. */
function inShard(all: NamedFault[]): NamedFault[] {
  const [part = 0, of = 0] = values.shard.split('/').map(Number)
  if (!(Number.isInteger(of) && part >= 1 && part <= of)) {
    fail(`--shard is '${values.shard}', and has to be like 2/3.`)
    return []
  }
  return all.filter((_, index) => index % of === part - 1)
}

function fail(words: string): void {
  console.error(words)
  process.exitCode = 1
}
