/** Draws the pictures of one machine: all of it at a glance, its statuses, and each status that has phases. */
import { findStories } from '../../../src/core/lifecycles/stories/find-stories.ts'
import type { Lifecycle } from '../../../src/core/lifecycles/model.ts'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { glanceOf, picturesOf } from '../picture.ts'
import { layOut, layOutClose } from './layout.ts'
import { toGlance, toSvg } from './svg.ts'

/** The pictures by their names. */
export async function draw(lifecycle: Lifecycle): Promise<Map<string, string>> {
  const stories = findStories(lifecycle.id as ActorKind).values()
  const steps = [...stories].flatMap((turns) =>
    turns.slice(1).map(({ state }, index) => ({ from: turns[index]!.state, to: state })),
  )
  const { picture: glance, routes } = glanceOf(lifecycle, steps)
  const seen = toGlance(glance, routes, await layOutClose(glance))
  return new Map([[glance.id, seen], ...(await drawDetailed(lifecycle))])
}

/** Its statuses, and each status that has phases. */
export async function drawDetailed(lifecycle: Lifecycle): Promise<Map<string, string>> {
  const drawings = new Map<string, string>()
  for (const picture of picturesOf(lifecycle))
    drawings.set(picture.id, toSvg(picture, await layOut(picture)))
  return drawings
}
