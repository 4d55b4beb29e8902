/** Plans, by what a merchant looks for. Their prices are not summed: nobody has paid them. */
import type { StatusOf } from '../../../machines/actors.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import {
  actorsOf,
  amountBetween,
  type AmountBetween,
  createdBetween,
  type CreatedBetween,
  hasWords,
  isAmong,
} from './conditions.ts'
import type { List } from './list.ts'

export type PlanFilter = CreatedBetween &
  AmountBetween & {
    statusIn?: readonly StatusOf['plan'][]
    tags?: readonly string[]
    /** Finds those that have all words of this. */
    words?: string | undefined
  }

export const planList: List<PlanFilter, StoredActor<'plan'>> = {
  table: 'plan',
  direction: 'desc',
  hasAmounts: false,
  conditionsOf: (filter, owner, value) => [
    ...createdBetween(filter, value),
    ...amountBetween(filter, value),
    isAmong('status', filter.statusIn, value),
    hasWords({ kind: 'plan' }, filter.words, owner, value),
    (filter.tags ?? []).length > 0 && `tags ?| ${value(filter.tags)}`,
  ],
  readRows: actorsOf('plan'),
}
