/** The machines that have a picture, by the kind of entity. */
import type { AnyStateMachine } from 'xstate'
import { kindsOfActors } from '../../src/actors/kinds.ts'
import { kinds } from '../../src/shared/stored-actor.ts'

export const machines: AnyStateMachine[] = kinds.map((kind) => kindsOfActors[kind].machine)
