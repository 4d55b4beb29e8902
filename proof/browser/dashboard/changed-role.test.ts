/** A role that is changed while its person is at work. */
import { expect, test } from 'vitest'
import { anyAddress, newShop } from '../../../test/browser/shops.ts'
import { desktop } from '../../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../../test/browser/world.ts'
import { dialogOf, invite } from '../../../test/browser/dashboard/invite.ts'
import { giveProof, goTo, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const password = 'a password of twelve and more'

test('a role is changed: the person may do what it names from the next click on, and the log says so', async () => {
  const shop = await newShop('Roles')
  const owner = await openScreen(shop, '/team')
  const email = `reader-${Date.now()}@example.com`
  const link = await invite(owner, { email, role: 'Reader', shop })
  const visited = await visit(link, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  await visited.page.getByLabel('New password').fill(password)
  await visited.button('Set the password').click()
  await visited.page.getByRole('navigation', { name: 'Menu' }).waitFor()
  await goTo(visited, '/plans')
  expect(await visited.button('Create a plan').count()).toBe(0)

  await owner.page.reload()
  await owner.button(`Manage ${email}`).click()
  await dialogOf(owner).getByRole('combobox', { name: 'Role' }).selectOption('Manager')
  await dialogOf(owner).getByRole('button', { name: 'Give this role' }).click()
  await giveProof(owner, shop.dev.merchant)
  const row = owner.page.getByRole('row').filter({ hasText: email })
  await row.getByRole('cell', { name: 'Manager', exact: true }).waitFor()
  await goTo(visited, '/plans')
  await visited.button('Create a plan').first().waitFor()
  await goTo(owner, '/audit')
  await owner.page.getByText('Change role').first().waitFor()
})
