/** A timer is a stored row: its id must last, its moment must be real, and it must not be refused. */
import type { AnyStateNode } from 'xstate'
import { allStates, guardText, type Reference } from '../../../src/core/lifecycles/chart.ts'
import type { Rule } from './rule.ts'

const delaysOf = (state: AnyStateNode): string[] => Object.keys(state.config.after ?? {})

/** The name of the delay is part of the stored id; a number is not a name. */
const everyDelayIsNamed: Rule = (machine) =>
  allStates(machine).flatMap((state) =>
    delaysOf(state)
      .filter((delay) => Number.isFinite(Number(delay)))
      .map((delay) => `${state.id}: the delay ${delay} is a number; name it`),
  )

/** Without its own id, a state's timers would be renamed with any of the states around it. */
const everyTimedStateHasAnId: Rule = (machine) =>
  allStates(machine)
    .filter((state) => delaysOf(state).length > 0 && state.config.id === undefined)
    .map((state) => `${state.id}: has a timer and no id of its own`)

/** A timer fires once. If every way out is guarded and all refuse, the state waits for ever. */
const noTimerCanBeRefused: Rule = (machine) =>
  allStates(machine).flatMap((state) =>
    delaysOf(state).flatMap((delay) => {
      const ways = state.transitions.get(`xstate.after.${delay}.${state.id}`) ?? []
      const guards = ways.map(({ guard }) => guardText(guard as Reference | undefined))
      return guards.every((guard) => guard !== '')
        ? [`${state.id}: the timer '${delay}' does nothing unless ${guards.join(' or ')}`]
        : []
    }),
  )

export const timerRules = [everyDelayIsNamed, everyTimedStateHasAnId, noTimerCanBeRefused]
