/**
 * Tests every state of the page in every width and both colour schemes, and takes the pictures in
 * docs/screens.
 */
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { looks, lookAt, takePicture } from './screens.ts'
import { states } from './states.ts'
import { judgeVisits } from './world.ts'

judgeVisits()

/** How many pixels of the page are wider than the screen, so that one would have to scroll. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** Targets for a finger that are smaller than 44 by 44 pixels. */
const smallTargets = `[...document.querySelectorAll('button, summary, [role=tab], a')]
  .map((element) => [element.textContent, element.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))
  .map(([text, { width, height }]) => text + ': ' + width + ' x ' + height)`

test.each(states)(
  'the page "%s" is accessible, fits every width and has targets large enough to tap',
  async (name, reach) => {
    const { page } = await reach()
    const barriers: string[] = []
    for (const look of looks) {
      await lookAt(page, look)
      await takePicture(page, name, look)
      barriers.push(...(await findBarriers(page)).map((barrier) => `${look.name}: ${barrier}`))
      expect(await page.evaluate<number>(overflow), `${look.name} fits`).toBe(0)
      const small = await page.evaluate<string[]>(smallTargets)
      expect(small, `every target of ${look.name} can be hit`).toEqual([])
    }
    expect(barriers).toEqual([])
  },
)
