/** The machines that have a picture, by the kind of entity. */
import type { AnyStateMachine } from 'xstate'
import { actorDefinitions } from '../turn/actor-definitions.ts'
import { actorKinds } from '../../shared/stored-actor.ts'

export const machines: AnyStateMachine[] = actorKinds.map((kind) => actorDefinitions[kind].machine)
