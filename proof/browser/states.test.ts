/**
 * Tests every state of the page in both widths and both colour schemes, and takes its pictures where they are asked for.
 */
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { findMisfits } from '../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../test/browser/screens.ts'
import { loadLate, screens } from '../../test/browser/shifts.ts'
import { manageStates } from '../../test/browser/manage-states.ts'
import { states } from '../../test/browser/states.ts'
import { widgetStates } from '../../test/browser/widget-states.ts'
import { judgeVisits } from '../../test/browser/world.ts'

judgeVisits()

const everyState = [...states, ...widgetStates, ...manageStates]
/** The service is gone. */
const cannotBeLoaded = 'connection-lost'

test.each(everyState.map(([name, reach], index) => [name, reach, index] as const))(
  'the page "%s" is accessible, fits every width, has targets large enough to tap, and comes without a jump',
  async (name, reach, index) => {
    const visited = await reach()
    const { page } = visited
    const faults: string[] = []
    for (const look of looks) {
      await lookAt(page, look)
      await takePicture(page, name, look)
      faults.push(...(await findBarriers(page)).map((barrier) => `${look.name}: ${barrier}`))
      expect(await findMisfits(page), `${look.name} fits, and can be tapped`).toEqual([])
    }
    if (name !== cannotBeLoaded) {
      const isKept = page.url().includes('/checkout/')
      const address = isKept ? page.url() : visited.address
      const late = await loadLate(page.context(), address, screens[index % screens.length]!)
      await late.page.close()
      faults.push(...late.faults)
    }
    expect(faults).toEqual([])
  },
)
