/** All promises, in their order, with what this drill says to each. */
import type { Evidence } from '../evidence.ts'
import { judgeCommands } from './commands.ts'
import { judgeDiffering } from './differing.ts'
import { judgeMoney } from './money.ts'
import { judgeRecovery } from './recovery.ts'
import { judge, type Verdict } from './verdict.ts'
import { judgeWebhooks } from './webhooks.ts'

export function judgePromises(evidence: Evidence): Verdict[] {
  const { leaks, processes } = evidence
  const deaths = processes.flatMap((process) => process.deaths)
  const verdicts = [
    ...judgeCommands(evidence),
    ...judgeMoney(evidence),
    ...judgeWebhooks(evidence),
    ...judgeRecovery(evidence),
    ...judgeDiffering(evidence),
    judge(
      'P19',
      'secrets are readable nowhere',
      `${leaks.lines} lines of logs, ${leaks.found.length} with a secret`,
      leaks.found,
    ),
    judge(
      'deaths',
      'no process dies of a fault of another',
      `${deaths.length} ended by themselves`,
      deaths.map(({ process, how, lastWords }) => `${process} ended (${how}): ${lastWords}`),
    ),
  ]
  return verdicts.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const placeOf = ({ promise }: Verdict): number => Number(/^P(\d+)$/.exec(promise)?.[1] ?? 99)
