/** A stranger's text stays text on every screen, and breaks none at any width. */
import { expect, test } from 'vitest'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { newSubscriber } from '../../../test/browser/subscriptions.ts'
import type { Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { goTo, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const turning = '\u202eevil \u2066\u2067🧨👨‍👩‍👧‍👦'
const long = 'Donaudampfschiff'.repeat(6)
const controls = /[\u202a-\u202e\u2066-\u2069]/

async function expectHarmless({ page }: Visit): Promise<void> {
  expect(await page.title()).not.toMatch(/^\d$/)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.locator('body').innerText()).not.toMatch(controls)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // Charts take the new width a moment later.
    await expect
      .poll(() => findMisfits(page, forStaff), { message: `${page.url()} at ${width} px` })
      .toEqual([])
  }
}

test.each([
  ['markup', markup],
  ['changes of direction and emoji', turning],
  ['one long word', long],
])(
  '%s in names, customers and metadata harms no screen',
  async (_, text) => {
    const shop = await newShop(text.slice(0, 100), text)
    const customerId = text.slice(0, 90)
    const { contractAddress } = await newSubscriber({
      shop,
      customerId,
      more: { metadata: text },
    })
    const visited = await openScreen(shop, '/')
    const paths = [
      '/',
      '/plans',
      `/plans/${shop.dev.planId}`,
      '/subscriptions',
      `/subscriptions/${contractAddress}`,
      '/charges',
      '/customers',
      `/subscriptions?customerId=${encodeURIComponent(customerId)}`,
    ]
    for (const path of paths) {
      await goTo(visited, path)
      await expectHarmless(visited)
    }
  },
  60_000,
)
