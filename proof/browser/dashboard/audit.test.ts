/** People's actions are narrowed, read and exported; and the places where they are logged in are ended one by one. */
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { readCsv } from '../../../test/support/csv.ts'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { goTo, logIn, openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

const password = 'a password of twelve and more'

/** Somebody of the shop with a role, who has set the password. */
async function newColleague(shop: Merchant, role: string) {
  const email = `${role.toLowerCase()}-${Date.now()}@example.com`
  const { invitation } = (await shop.asPerson('POST', '/test/members', {
    email,
    role,
    proof: shop.proof,
  })) as {
    invitation: { token: string }
  }
  const answer = await fetch(`${shop.dev.baseUrl}/dashboard/api/account-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: invitation.token, password }),
  })
  expect(answer.ok).toBe(true)
  return { email, password }
}

test('a value of the log leads to those that share it, the file holds the same, and each says what was before', async () => {
  const shop = await newShop('Audited')
  await shop.asPerson('PUT', '/test/return-hosts', { hosts: ['one.example'] })
  await shop.asPerson('PUT', '/test/return-hosts', { hosts: ['two.example'] })
  const visited = await openScreen(shop, '/audit')
  const { page } = visited
  await page.getByRole('link', { name: 'Set return hosts' }).first().click()
  await page.waitForURL(/call=setReturnHosts/)
  const rows = page.getByRole('table').getByRole('row')
  await page.getByText('one.example').first().waitFor()
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.nth(1).locator('del').innerText()).toContain('one.example')
  expect(await rows.nth(1).locator('ins').innerText()).toContain('two.example')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  const file = readCsv(await text(await download.createReadStream()))
  expect(file.map(({ after }) => after)).toEqual([
    '{"hosts":["two.example"]}',
    '{"hosts":["one.example"]}',
  ])

  await page.getByLabel('By').fill('nobody@')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing matches').first().waitFor()
  await visited.button('Clear filters').click()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
})

test('an owner ends one session of somebody and leaves the other; the own one is named', async () => {
  const shop = await newShop('Sessions')
  const colleague = await newColleague(shop, 'Support')
  const [laptop, phone] = [await logIn(colleague), await logIn(colleague)]
  const owner = await openScreen(shop, '/team')
  await owner.button(`Manage ${colleague.email}`).click()
  const sessions = owner.page.getByRole('table', { name: `Sessions of ${colleague.email}` })
  const ends = sessions.getByRole('button', { name: 'End' })
  await expect.poll(() => ends.count()).toBe(2)
  for (const look of looks) {
    await lookAt(owner.page, look)
    await takePicture(owner.page, 'dashboard-member', look)
    expect(await findBarriers(owner.page)).toEqual([])
    expect(await findMisfits(owner.page, forStaff)).toEqual([])
  }
  await ends.first().focus()
  await owner.page.keyboard.press('Enter')
  const asked = owner.page.getByRole('dialog', { name: 'End', exact: true })
  await asked.getByRole('button', { name: 'End' }).click()
  await expect.poll(() => ends.count()).toBe(1)

  const isOut = async ({ page }: typeof laptop) => {
    await page.goto(`${shop.dev.baseUrl}/dashboard/test/plans`)
    const login = page.getByLabel('Password')
    await login.or(page.locator('#content h1')).first().waitFor()
    return (await login.count()) > 0
  }
  for (const visited of [laptop, phone]) visited.allow(/401/)
  expect(new Set([await isOut(laptop), await isOut(phone)])).toEqual(new Set([false, true]))

  await goTo(owner, '/team')
  await owner.button(`Manage ${shop.dev.merchant.email}`).click()
  const own = owner.page.getByRole('table', { name: `Sessions of ${shop.dev.merchant.email}` })
  const row = own.getByRole('row').filter({ hasText: '(this one)' })
  await row.waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
})
