/** Operators let merchants in, decide verifications, and try again or park what is stuck. */
import { expect, test } from 'vitest'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { runInDatabase } from '../../../test/browser/database.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { cut, mark } from '../../../test/browser/dashboard/hostile-shop.ts'
import { walker } from '../../../test/browser/dashboard/every-screen.ts'
import { addressOf, openOperator } from '../../../test/browser/dashboard/operators.ts'
import { logIn } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

/** Puts an effect into the outbox that has failed five times, and rests for an hour. */
async function makeStuckEffect(name: string): Promise<void> {
  await runInDatabase(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause,
       at, available_at, attempts, last_error)
     values ($1, 'event', $1, 'payment', 'x', 'nobody', 'TestNet', '', '{}', '{}', now(),
       now() + interval '1 hour', 5, 'the node said no')`,
    [name],
  )
}

test('a merchant is let in by a link, without its password being known to anybody', async () => {
  const { page, button } = await openOperator('/merchants')
  await button('Let a merchant in').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bakery')
  await dialog.getByLabel('E-mail of the owner').fill(`baker-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Make the merchant' }).click()
  await page.getByRole('heading', { name: 'Pass this link on' }).waitFor()
  expect(await dialog.locator('code').innerText()).toContain('/dashboard/account-link#token=')
  expect(await page.getByText(/\bcells?\b/i).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Bakery').first().waitFor()
})

test('a business is sent back with a reason that its merchant reads', async () => {
  const shop = await newShop('Verified')
  await shop.asPerson('POST', '/test/verification', {
    legalName: 'Verified Ltd',
    registrationNumber: '42',
    country: 'PL',
    website: 'https://shop.example',
    contactEmail: 'owner@shop.example',
  })
  const { page } = await openOperator('/verifications')
  const row = page.getByRole('row').filter({ hasText: 'Verified Ltd' }).first()
  await row.getByRole('button', { name: 'Send back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The number is not in the register.')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await row.getByText('The number is not in the register.').waitFor()
})

test('a stuck effect is parked with a reason, and tried again', async () => {
  const name = `stuck-${Date.now()}`
  await makeStuckEffect(name)
  const { page } = await openOperator('/')
  const row = page.getByRole('row').filter({ hasText: name })
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Park' }).click()
  await dialog.getByLabel('Reason').fill(cut(300))
  await dialog.getByRole('button', { name: 'Park' }).click()
  await row.getByText(`parked by an operator: ${mark}`).waitFor()
  await runInDatabase('delete from outbox where id = $1', [name])
})

test('every screen of operators is accessible and fits', async () => {
  const name = `looked-at-${Date.now()}`
  await newShop(name)
  // After it: a world with a stuck effect does not settle, which making a shop waits for.
  await makeStuckEffect(name)
  const [merchant] = await runInDatabase<{ id: string }>(
    'select id from merchant where name = $1',
    [name],
  )
  const visited = await openOperator('/accounts')
  const faults: string[] = []
  const menu = await visited.page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(menu.length).toBeGreaterThan(9)
  const paths = menu.map((path) => path.replace('/dashboard/operator', ''))
  const { id } = merchant!
  const walkTo = walker(visited)
  for (const path of [...paths, `/merchants/${id}`, `/verifications/${id}`]) {
    await walkTo(new URL(addressOf(path)).pathname)
    for (const look of looks) {
      await lookAt(visited.page, look)
      await takePicture(
        visited.page,
        `operator-${path.slice(1).replace(`/${id}`, '-page') || 'stuck'}`,
        look,
      )
      const found = [
        ...(await findBarriers(visited.page)),
        ...(await findMisfits(visited.page, forStaff)),
      ]
      faults.push(...found.map((fault) => `${path} ${look.name}: ${fault}`))
    }
  }
  await runInDatabase('delete from outbox where id = $1', [name])
  expect(faults).toEqual([])
}, 120_000)

test("a merchant's people are shown nothing of it", async () => {
  const shop = await newShop('Curious')
  const visited = await logIn(shop.dev.merchant)
  await visited.page.goto(addressOf('/merchants'))
  await visited.page.getByRole('navigation', { name: 'Menu' }).waitFor()
  expect(await visited.page.getByText('Let a merchant in').count()).toBe(0)
})
