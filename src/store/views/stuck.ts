/** What should have happened by now and has not: the operator's first look when something is wrong. */
import type { Database } from '../database.ts'
import { OutboxRow, TimerRow } from '../tables/path.ts'

const attemptsUnsuspicious = 3
const latenessUnsuspiciousMs = 60_000
const rowsMax = 200

const effectFields = [
  'id',
  'channel',
  'name',
  'kind',
  'entityId',
  'merchantId',
  'network',
  'at',
  'availableAt',
  'attempts',
  'lastError',
] as const
const timerFields = ['kind', 'entityId', 'timerId', 'merchantId', 'network', 'dueAt'] as const

export type Stuck = {
  effects: Pick<OutboxRow, (typeof effectFields)[number]>[]
  timers: Pick<TimerRow, (typeof timerFields)[number]>[]
}

/** Lists effects that were tried more than three times, and timers more than a minute late. */
export async function listStuck({ orm }: Database, businessNow: Date): Promise<Stuck> {
  const late = new Date(businessNow.getTime() - latenessUnsuspiciousMs)
  const [effects, timers] = await Promise.all([
    orm.em
      .fork()
      .find(
        OutboxRow,
        { attempts: { $gt: attemptsUnsuspicious } },
        { fields: effectFields, orderBy: { at: 'asc' }, limit: rowsMax },
      ),
    orm.em
      .fork()
      .find(
        TimerRow,
        { dueAt: { $lt: late } },
        { fields: timerFields, orderBy: { dueAt: 'asc' }, limit: rowsMax },
      ),
  ])
  return { effects, timers }
}
