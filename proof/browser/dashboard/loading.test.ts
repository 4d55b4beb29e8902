/** While answers are on their way every screen says so, claims nothing, and what stands there does not jump about later. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
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

/** Google's Web Vitals call this good. */
const shiftMax = 0.1

const watchShifts = `
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value
  }).observe({ type: 'layout-shift' })`

test('every screen says that it loads, is accessible then, and does not jump when the answers come', async () => {
  const known = await everything()
  const visited = await openScreen(known.shop, '/account')
  visited.allow(/404/)
  const { page } = visited
  const between = await standBetween(page)
  const arrive = arrival(visited)
  await page.evaluate(watchShifts)
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
    await page.evaluate('window.shift = 0')
    letGo()
    await arrive(path)
    const shift = await page.evaluate<number>('window.shift')
    if (shift > shiftMax) found.push(`jumps by ${shift.toFixed(2)}`)
    faults.push(...found.map((fault) => `${path} ${look.name}: ${fault}`))
  }
  expect(faults).toEqual([])
}, 120_000)
