/**
 * The drill in its short form: a process of each role, a NATS node and Postgres are killed under load, and every
 * promise that this tries is kept. `npm run drill` is the long one, with all faults (docs/operations/drill.md).
 */
import { expect, test } from 'vitest'
import { runDrill } from './drill.ts'
import type { FaultKind } from './faults/kinds.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

const faults: FaultKind[] = [
  'kill-worker',
  'kill-http',
  'kill-relays',
  'kill-watcher-leader',
  'kill-nats',
  'restart-postgres',
]
const seed = 5
const testTimeoutMs = 400_000
/** Other tests use the machine at the same time, so a process takes longer to be there again. */
const recoverySecondsMax = 60
/** P12, P13, P15 and P20 are tried by other faults, and by tests of their own. */
const tried = 'P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P14 P17 P18 P19 HTTP deaths'.split(' ')

test(
  'a process of each role, NATS and Postgres are killed under load, and every promise is kept (P1, P8, P10, P11)',
  { timeout: testTimeoutMs },
  async ({ onTestFailed }) => {
    const lines: string[] = []
    // A drill that fails says where to look.
    onTestFailed(() => void process.stdout.write(`${lines.join('\n')}\n`))
    const { verdicts, text } = await runDrill(
      {
        minutes: 2,
        seed,
        faults,
        rate: 3,
        subscriptions: 2,
        recoverySecondsMax,
        processesPerRole: 1,
        pauseSecondsMax: 0.5,
        roundsMax: 1,
      },
      newDirectory('drill'),
      (line) => lines.push(line),
    )
    lines.push(text)
    expect(verdicts.filter(({ isKept }) => isKept === false)).toEqual([])
    const kept = verdicts.filter(({ isKept }) => isKept === true).map(({ promise }) => promise)
    expect(kept).toEqual(expect.arrayContaining(tried))
  },
)
