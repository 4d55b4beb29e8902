/**
 * Every screen of the menu, of a shop with something on each and of one with nothing: accessible, in both
 * widths and both colours, and nothing stands out of its place.
 */
import { expect, test } from 'vitest'
import { findBarriers } from '../accessibility.ts'
import { dev } from '../chains.ts'
import { findMisfits, forStaff } from '../layout.ts'
import { looks, lookAt, takePicture } from '../screens.ts'
import { newShop } from '../shops.ts'
import type { Visit } from '../visit.ts'
import { judgeVisits } from '../world.ts'
import { goTo, logIn } from './staff.ts'

judgeVisits()

/** What the menu leads to: name and path of every screen. */
const readMenu = async ({ page }: Visit): Promise<[name: string, path: string][]> =>
  page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link): [string, string] => [
        link.textContent ?? '',
        (link.getAttribute('href') ?? '').replace('/dashboard/test', ''),
      ]),
    )

async function findFaults(visited: Visit, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const look of looks) {
    await lookAt(visited.page, look)
    await takePicture(visited.page, `dashboard-${name}`, look)
    const found = [
      ...(await findBarriers(visited.page)),
      ...(await findMisfits(visited.page, forStaff)),
    ]
    faults.push(...found.map((fault) => `${name} ${look.name}: ${fault}`))
  }
  return faults
}

test.each([
  ['with something', () => dev.merchant],
  ['with nothing yet', async () => (await newShop('Empty')).dev.merchant],
])(
  'every screen of the menu of a shop %s is accessible and fits',
  async (_, findLogin) => {
    const visited = await logIn(await findLogin())
    const faults: string[] = []
    const menu = await readMenu(visited)
    expect(menu.length).toBeGreaterThan(5)
    for (const [name, path] of menu) {
      await goTo(visited, path)
      faults.push(...(await findFaults(visited, name.toLowerCase().replaceAll(' ', '-'))))
    }
    expect(faults).toEqual([])
  },
  120_000,
)
