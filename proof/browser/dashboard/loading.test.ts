/** While answers are on their way every screen says so, claims nothing, and what stands there does not jump about later. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { dev } from '../../../test/browser/chains.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { findJumps, loadLate, screens, watchShifts } from '../../../test/browser/shifts.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import {
  addressOf,
  arrival,
  differentPaths,
  everything,
  isComing,
  leaveFor,
} from '../../../test/browser/dashboard/every-screen.ts'
import { claims, holdBack, standBetween } from '../../../test/browser/dashboard/held-answers.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

test('every screen says that it loads, is accessible then, and does not jump when the answers come', async () => {
  const known = await everything()
  const visited = await openScreen(known.shop, '/account')
  visited.allow(/404/)
  const { page } = visited
  const between = await standBetween(page)
  const arrive = arrival(visited)
  const faults: string[] = []
  for (const [index, path] of differentPaths.entries()) {
    const look = looks[index % looks.length]!
    await lookAt(page, look)
    const { answer, letGo } = holdBack()
    between.answer = answer
    await leaveFor(page, addressOf(path, known))
    await expect.poll(() => page.evaluate<boolean>(isComing), { interval: 20 }).toBe(true)
    const found = [
      ...(await page.evaluate<string[]>(claims)),
      ...(await findBarriers(page)),
      ...(await findMisfits(page, forStaff)),
    ]
    await takePicture(page, `dashboard-loading${path.replaceAll(/[/:]/g, '-')}`, look)
    await page.evaluate(watchShifts)
    letGo()
    await arrive(path)
    found.push(...(await findJumps(page)))
    faults.push(...found.map((fault) => `${path} ${look.name}: ${fault}`))
  }
  expect(faults).toEqual([])
}, 120_000)

/** Their first row is what somebody opens them for. */
const lists = ['/payments', '/subscriptions', '/charges', '/customers', '/plans', '/exceptions']
const records = ['/events', '/deliveries', '/requests', '/audit']
const phone = screens[0]

/** Opens what is folded, as somebody does who looks for a row. */
const unfold = `(() => {
  document.querySelector('main .filter-fold > button')?.click()
  for (const fold of document.querySelectorAll('main .more-filters')) fold.open = true
})()`

/** So many pixels of a tall row tell what it is about. */
const enoughOfRow = 200
const endOfFirstRow = `(() => {
  const { top = Infinity, height = 0 } = document.querySelector('main tbody tr')?.getBoundingClientRect() ?? {}
  return top + Math.min(height, ${enoughOfRow})
})()`

test('every screen comes without a jump at every width, its fields lie side by side, and a phone shows the first row of every list', async () => {
  const known = await everything()
  const visited = await openScreen(known.shop, '/account')
  visited.allow(/404/)
  const profile = visited.page.context()
  const faults: string[] = []
  for (const [index, path] of differentPaths.entries()) {
    const isList = lists.includes(path) || records.includes(path)
    const wide = screens[2 + (index % 3)]!
    for (const screen of [isList ? phone : screens[index % 2]!, wide]) {
      const address = `${dev.baseUrl}${addressOf(path, known)}`
      const { page, faults: found } = await loadLate(profile, address, screen)
      const end = await page.evaluate<number>(endOfFirstRow)
      if (isList && end > screen.height) found.push(`${path} ${screen.width}: row ends at ${end}`)
      await page.evaluate(unfold)
      const misfits = await findMisfits(page, forStaff)
      faults.push(...found, ...misfits.map((misfit) => `${path} ${screen.width}: ${misfit}`))
      await page.close()
    }
  }
  expect(faults).toEqual([])
}, 600_000)
