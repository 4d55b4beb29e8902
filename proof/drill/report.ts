/** The drill's result as text: the promises with their figures, the faults by kind, and what to look at. */
import { availableParallelism } from 'node:os'
import type { DrillOptions } from './options.ts'
import type { Evidence } from './evidence.ts'
import { faultsByKind } from './faults/catalogue.ts'
import type { FaultRecord } from './faults/break.ts'
import { isLate } from './promises/recovery.ts'
import type { Verdict } from './promises/verdict.ts'

export type Report = { verdicts: Verdict[]; text: string; isKept: boolean }

export function writeReport(
  options: DrillOptions,
  evidence: Evidence,
  verdicts: Verdict[],
  commit: string,
): Report {
  const isKept = verdicts.every((verdict) => verdict.isKept !== false)
  const broken = verdicts.filter((verdict) => verdict.isKept === false)
  const lines = [
    `Seed ${options.seed}, commit ${commit}, ${options.minutes} minutes, ${options.processesPerRole} processes of each role.`,
    loadLine(evidence),
    '',
    '| promise | what is promised | figures | kept |',
    '| --- | --- | --- | --- |',
    ...verdicts.map(rowOf),
    '',
    '| fault | times | recovered in, middle | slowest | later than promised |',
    '| --- | --- | --- | --- | --- |',
    ...faultRows(evidence.records),
    ...broken.flatMap(({ promise, lookAt }) => [
      '',
      `${promise} was broken. Look at:`,
      ...lookAt.map((line) => `- ${line}`),
    ]),
  ]
  return { verdicts, text: `${lines.join('\n')}\n`, isKept }
}

const rowOf = ({ promise, words, figure, isKept }: Verdict): string =>
  `| ${promise} | ${words} | ${figure} | ${isKept === null ? 'not tried' : isKept ? 'yes' : '**no**'} |`

function loadLine({ load, shop, truth, receiver, records, ledger, troubles }: Evidence): string {
  const calm = ledger.all
    .filter(
      ({ sign, begunAt, doneAt }) =>
        sign.startsWith('payment/') && doneAt !== null && isCalm(records, begunAt),
    )
    .map(({ begunAt, doneAt }) => (doneAt! - begunAt) / 1_000)
  const machineLoad = middleOf(records.map((record) => record.machineLoad)).toFixed(1)
  const itself = troubles.length ? ` The drill itself had troubles: ${troubles.join('; ')}.` : ''
  return `${shop.acknowledged.length} commands were acknowledged: ${load.payments.length} payments were paid, ${load.subscribed.length} subscriptions began, ${truth.charges.length} charges were made, ${receiver.arrivals.length} webhooks came; ${records.length} faults. In calm a payment was told ${middleOf(calm).toFixed(1)} s after its block (middle). The machine has ${availableParallelism()} cores, and a load of ${machineLoad} (middle).${itself}`
}

/** Whether nothing was broken, or being recovered from, at a moment. */
const isCalm = (records: FaultRecord[], moment: number): boolean =>
  records.every(
    ({ at, mendedAt, recoverySeconds }) =>
      moment < at - calmBeforeMs || moment > mendedAt + (recoverySeconds ?? 0) * 1_000,
  )

const calmBeforeMs = 5_000

function faultRows(records: FaultRecord[]): string[] {
  const byKind = Object.groupBy(records, ({ kind }) => kind)
  return Object.values(byKind).map((ones) => {
    const seconds = ones.map(({ recoverySeconds }) => recoverySeconds ?? Infinity)
    const { does } = faultsByKind[ones[0]!.kind]
    return `| \`${ones[0]!.kind}\`: ${does} | ${ones.length} | ${middleOf(seconds).toFixed(1)} s | ${Math.max(...seconds).toFixed(1)} s | ${ones.filter(isLate).length} |`
  })
}

function middleOf(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
