/**
 * Does the runs of the torture kit: a test after the other, each stored when it is over. Where this process
 * dies another goes on with the test that was under way, whose events are new ones then.
 */
import { errorText } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import { startPulse } from '../shared/pulse.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import { findApiKey } from '../store/merchants/api-keys.ts'
import type { MerchantDependencies } from '../store/merchants/merchants.ts'
import {
  addTortureResult,
  claimTortureRuns,
  type ClaimedRun,
  endTortureRun,
} from '../store/torture/torture-runs.ts'
import type { TargetRules } from '../webhooks/resolve.ts'
import type { WebhookKey } from '../webhooks/sign.ts'
import { TortureKit } from '../webhooks/torture/kit.ts'
import type { TortureResult } from '../webhooks/torture/results.ts'
import { tortureTests, type TortureTestName } from '../webhooks/torture/tests.ts'
import { notSeen, type Verdict } from '../webhooks/torture/verdicts.ts'

type Run = ClaimedRun<TortureResult>

export type TortureDependencies = MerchantDependencies & { log: Log; targets: TargetRules }

const pollMs = 1_000
const runsAtOnceMax = 4
/** Longer than the calls of one test can take: four of 15 s, one after the other, and the question. */
const leaseMs = 120_000

/** Starts to do runs; `stop` waits for the tests under way. */
export function startTortureRelay(
  dependencies: TortureDependencies,
  { everyMs = pollMs } = {},
): { stop(): Promise<void> } {
  const { database, log } = dependencies
  const stopping = new AbortController()
  const pulse = startPulse(
    async () => {
      const runs = await claimTortureRuns<TortureResult>(database, {
        limit: runsAtOnceMax,
        leaseMs,
      })
      await Promise.all(runs.map((run) => goOn(dependencies, run, stopping.signal)))
      return runs.length === runsAtOnceMax
    },
    {
      everyMs,
      isDue: () => isWorkDue(database, 'torture'),
      onError: (error) =>
        warnTogether(
          log,
          { error: errorText(error) },
          'torture runs could not go on: trying again',
        ),
    },
  )
  return {
    stop() {
      stopping.abort()
      return pulse.stop()
    },
  }
}

/** Does the tests of a run that have no result yet. */
async function goOn(dependencies: TortureDependencies, run: Run, stop: AbortSignal): Promise<void> {
  const { database } = dependencies
  const key = await findApiKey(dependencies, run.apiKey)
  const results = [...run.results]
  for (const name of run.tests.slice(results.length) as TortureTestName[]) {
    if (stop.aborted) return
    const result = await doTest(dependencies, { ...run, results }, name, key)
    if (!(await addTortureResult(database, { id: run.id, results }, result, leaseMs))) return
    results.push(result)
  }
  await endTortureRun(database, run)
}

async function doTest(
  { clock, targets: rules }: TortureDependencies,
  run: Run,
  name: TortureTestName,
  key: WebhookKey | null,
): Promise<TortureResult> {
  const { rule } = tortureTests[name]
  const inVain = whyInVain(run, key)
  if (inVain !== null || !key) return { test: name, rule, ...notSeen(inVain ?? ''), calls: [] }
  const { id, logNumber, url, echoUrl } = run
  const realNow = () => clock.realNow()
  const kit = new TortureKit({ id, logNumber, target: { url, echoUrl, rules }, key, realNow })
  const verdict: Verdict = await tortureTests[name].run(kit)
  return { test: name, rule, ...verdict, calls: kit.calls }
}

/** Who takes nothing at all refuses what is wrong as well, and that says nothing. */
function whyInVain({ results, apiKey }: Run, key: WebhookKey | null): string | null {
  if (!key) return `the API key ${apiKey} was deleted`
  const first = results.find(({ test }) => test === 'signedEvent')
  return first && first.outcome !== 'Passed'
    ? 'the endpoint did not take an event as the service sends it: mend that first'
    : null
}
