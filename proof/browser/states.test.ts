/**
 * Tests every state of the page in both widths and both colour schemes, and takes its pictures where they are asked for.
 */
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { findMisfits } from '../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../test/browser/screens.ts'
import { manageStates } from '../../test/browser/manage-states.ts'
import { states } from '../../test/browser/states.ts'
import { widgetStates } from '../../test/browser/widget-states.ts'
import { judgeVisits } from '../../test/browser/world.ts'

judgeVisits()

test.each([...states, ...widgetStates, ...manageStates])(
  'the page "%s" is accessible, fits every width and has targets large enough to tap',
  async (name, reach) => {
    const { page } = await reach()
    const barriers: string[] = []
    for (const look of looks) {
      await lookAt(page, look)
      await takePicture(page, name, look)
      barriers.push(...(await findBarriers(page)).map((barrier) => `${look.name}: ${barrier}`))
      expect(await findMisfits(page), `${look.name} fits, and can be tapped`).toEqual([])
    }
    expect(barriers).toEqual([])
  },
)
