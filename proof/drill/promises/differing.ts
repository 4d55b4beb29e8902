/** P15 and P20: processes side by side that differ in their clock, or in their release. */
import type { Evidence } from '../evidence.ts'
import type { FaultKind } from '../faults/kinds.ts'
import { wordsOfLate, lateOf } from './recovery.ts'
import { judge, notTried, type Verdict } from './verdict.ts'

/** The service's word on a clock may be this far from the truth. */
const toldWithinMs = 2_000

export const judgeDiffering = (evidence: Evidence): Verdict[] => [
  judgeClocks(evidence),
  judgeRollouts(evidence),
]

function judgeClocks(evidence: Evidence): Verdict {
  const words = 'clocks that differ are harmless'
  const { clocks } = evidence.differing
  if (clocks.length === 0) return notTried('P15', words, 'all processes had one clock')
  const silent = clocks.filter(
    ({ aheadMs, toldMs }) => toldMs === null || Math.abs(toldMs - aheadMs) > toldWithinMs,
  )
  const ahead = clocks.filter(({ aheadMs }) => aheadMs > 0).length
  const open = openAfter(evidence, 'clock-off')
  return judge(
    'P15',
    words,
    `${ahead} processes ran 10 minutes ahead, ${clocks.length - ahead} behind; the service told it of ${clocks.length - silent.length}; ${open.figure}`,
    [
      ...silent.map(
        ({ process, aheadMs, toldMs }) =>
          `${process} was ${aheadMs} ms ahead, and the service said ${toldMs ?? 'nothing'}`,
      ),
      ...open.lookAt,
    ],
  )
}

function judgeRollouts(evidence: Evidence): Verdict {
  const words = 'an upgrade strands nothing'
  const { rollouts } = evidence.differing
  if (rollouts.length === 0) return notTried('P20', words, 'all processes were of one release')
  const open = openAfter(evidence, 'roll-release')
  return judge(
    'P20',
    words,
    `rolled out ${rollouts.length} times: ${rollouts.at(-1)!.newer} charges of version 2; ${open.figure}`,
    open.lookAt,
  )
}

/** Lists what was still open after the faults of a kind, or for longer than is promised. */
function openAfter({ records, stuck }: Evidence, kind: FaultKind) {
  const late = lateOf(records.filter((record) => record.kind === kind))
  return {
    figure: `${stuck.length} stuck in the end, ${late.length} later than promised`,
    lookAt: [...late.map(wordsOfLate), ...stuck.map(({ sign }) => `${sign} never came`)],
  }
}
