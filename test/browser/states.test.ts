/** Every state of the page, in both widths, by day and by night: seen by a program, and by people in docs/screens. */
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { looks, lookAt, takePicture } from './screens.ts'
import { states } from './states.ts'
import { judgeVisits } from './world.ts'

judgeVisits()

/** More than the page is wide would have to be scrolled to. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

test.each(states)('%s is within everybody’s reach', async (name, reach) => {
  const { page } = await reach()
  const barriers: string[] = []
  for (const look of looks) {
    await lookAt(page, look)
    await takePicture(page, name, look)
    barriers.push(...(await findBarriers(page)).map((barrier) => `${look.name}: ${barrier}`))
    expect(await page.evaluate<number>(overflow), `${look.name} fits`).toBe(0)
  }
  expect(barriers).toEqual([])
})
