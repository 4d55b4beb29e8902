/** P8 and P10 to P12: how long what was open took after each fault. */
import type { Evidence } from '../evidence.ts'
import type { FaultRecord } from '../faults/break.ts'
import type { FaultKind } from '../faults/kinds.ts'
import { judge, notTried, type Verdict } from './verdict.ts'

type Group = { promise: string; words: string; has: (kind: FaultKind) => boolean }

const groups: Group[] = [
  {
    promise: 'P8',
    words: 'a killed, stopped or frozen process leaves nothing stuck',
    has: (kind) => /^(kill-(worker|http|relays|watcher)|freeze|stop-process|workers)/.test(kind),
  },
  {
    promise: 'P10',
    words: 'Postgres may restart and vanish',
    has: (kind) => /postgres|fail-over/.test(kind),
  },
  { promise: 'P11', words: 'NATS may restart and vanish', has: (kind) => kind.includes('nats') },
  {
    promise: 'P12',
    words: 'RPC nodes may restart, stall, vanish and lie',
    has: (kind) => /chain|rpc/.test(kind),
  },
]

export const judgeRecovery = ({ records, stuck }: Evidence): Verdict[] =>
  groups.map((group) =>
    judgeGroup(
      group,
      records,
      stuck.map(({ sign }) => sign),
    ),
  )

function judgeGroup({ promise, words, has }: Group, all: FaultRecord[], stuck: string[]): Verdict {
  const records = all.filter(({ kind }) => has(kind))
  if (records.length === 0) return notTried(promise, words, 'no such fault')
  const late = lateOf(records)
  const slowest = Math.max(...records.map(({ recoverySeconds }) => recoverySeconds ?? Infinity))
  return judge(
    promise,
    words,
    `${records.length} faults, ${stuck.length} stuck in the end, ${late.length} later than promised; ${slowest.toFixed(1)} s the slowest`,
    [...late.map(wordsOfLate), ...stuck.map((sign) => `${sign} never came`)],
  )
}

export const wordsOfLate = (record: FaultRecord): string => {
  const { kind, target, recoverySeconds, recoverySecondsMax, last } = record
  return `${kind} (${target}): ${last} took ${recoverySeconds?.toFixed(1) ?? 'more than 120'} s, of ${recoverySecondsMax}`
}

export const lateOf = (records: FaultRecord[]): FaultRecord[] => records.filter(isLate)

export const isLate = ({ recoverySeconds, recoverySecondsMax }: FaultRecord): boolean =>
  recoverySeconds === null || recoverySeconds > recoverySecondsMax
