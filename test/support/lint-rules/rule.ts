import type { AnyStateMachine } from 'xstate'

/** A rule looks at a machine and says, in a sentence each, where the machine breaks it. */
export type Rule = (machine: AnyStateMachine) => string[]
