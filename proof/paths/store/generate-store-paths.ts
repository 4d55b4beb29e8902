/**
 * Writes the paths that messages take through the stored machines: a file for each kind, a line for each step.
 *
 *     npm run generate -- store-paths [<kind>...]
 *
 * They are kept so that a path stays the same one, and so that a machine that goes another way fails a path by name.
 * Explores all cases of a kind, which takes a minute for a subscription.
 */
import { writeFileSync } from 'node:fs'
import { type ActorKind, actorKinds } from '../../../src/shared/stored-actor.ts'
import { planFileOf, planOf, toPlanText } from './plans.ts'
import { findWalks } from './search.ts'

const asked = process.argv.slice(2)
const kinds = actorKinds.filter((kind) => asked.length === 0 || asked.includes(kind))
for (const kind of kinds) writePlan(kind)

function writePlan(kind: ActorKind): void {
  const walks = findWalks(kind)
  writeFileSync(planFileOf(kind), toPlanText(walks))
  const steps = planOf(kind).flatMap((walk) => walk.steps)
  console.log(`${kind}: ${walks.length} paths of ${steps.length} steps`)
}
