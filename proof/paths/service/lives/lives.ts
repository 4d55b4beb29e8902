/** The lives that are lived on a running service, as paths. */
import { afterAct } from './after-act.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Path } from '../../path.ts'
import type { Need } from '../needs.ts'
import { Life, needsNodeInFront } from './act.ts'
import { sayAct } from './say-act.ts'
import { LifeModel } from './life-model.ts'
import { termsOf } from './terms.ts'
import { writtenLives } from './written-lives.ts'
import { stateOf, transitionsOf } from './turn-transitions.ts'

const file = join(import.meta.dirname, 'lives.generated.json')
const beganMs = Date.parse('2027-03-01T09:00:00.000Z')

export type LifePath = Path & { life: Life; needs?: Need }

/**
 * Returns the scenarios that `proof/paths/service/lives/generate-lives.ts` has found and those written by hand, with what they take as
 * the machines are now.
 */
export function plannedLives(): LifePath[] {
  const found = z.array(Life).parse(JSON.parse(readFileSync(file, 'utf8')))
  return [...found, ...writtenLives].map((life, index) => ({
    ...pathOf(life),
    id: `service/subscription/${index + 1}`,
    life,
    ...(needsNodeInFront(life) && { needs: 'nodeInFront' as const }),
  }))
}

function pathOf(life: Life): Omit<Path, 'id'> {
  let model = LifeModel.begin(termsOf(life.plan, beganMs), life.conditions, beganMs)
  // The path shows the first subscription alone: a picture shows one way.
  const { id } = model.members[0]!.world.subscription.actor
  const states = (turns: LifeModel['turns']) =>
    turns.filter(({ next }) => next.actor.id === id).map(stateOf)
  const steps = [
    {
      does: `A subscription on the plan “${life.plan}” is created; ${life.conditions}.`,
      states: states(model.turns),
    },
  ]
  for (const act of life.acts) {
    const next = afterAct(model, act)
    steps.push({ does: sayAct(act), states: states(next.turns.slice(model.turns.length)) })
    model = next
  }
  const transitions = [...new Set(model.turns.flatMap(transitionsOf))]
  return { kind: 'subscription', ground: 'service', steps, transitions }
}
