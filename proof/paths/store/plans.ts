/** The planned walks of each kind, as files that people can read and compare; a walk's place is its path's number. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import type { Walk } from './search.ts'

export const planFileOf = (kind: ActorKind): string =>
  join(import.meta.dirname, 'plans', `${kind}.generated.json`)

export const planOf = (kind: ActorKind): Walk[] =>
  JSON.parse(readFileSync(planFileOf(kind), 'utf8')) as Walk[]

/** JSON with a line for each step, so that a difference shows which step is another. */
export const toPlanText = (walks: Walk[]): string => `[\n${walks.map(walkText).join(',\n')}\n]\n`

const walkText = ({ title, steps }: Walk): string =>
  `{"title":${JSON.stringify(title)},"steps":[\n${steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n')}\n]}`
