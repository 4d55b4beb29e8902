/** Operators find a merchant and help its people, decide a business, and see what stands still and why. */
import { expect, test } from 'vitest'
import type { Merchant } from '../../../examples/client/merchant.ts'
import { newShop } from '../../../test/browser/shops.ts'
import { runInDatabase } from '../../../test/browser/database.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { openOperator } from '../../../test/browser/dashboard/operators.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'
import { served } from '../../../test/browser/served.ts'

judgeVisits()

async function idOf({ dev }: Merchant): Promise<string> {
  const [found] = await runInDatabase<{ id: string }>(
    'select merchant_id as id from account where email = $1',
    [dev.merchant.email],
  )
  return found!.id
}

test('a merchant is found, and its owner shut out by the own password alone, and let in again', async () => {
  const name = `Found ${Date.now()}`
  const shop = await newShop(name)
  await shop.sendWebhooksTo('https://hook.example/secret/path')
  const { email } = shop.dev.merchant
  const owner = await openScreen(shop, '/plans')
  const visited = await openOperator('/merchants')
  const { page, button } = visited
  visited.allow(/403/)
  await page.getByLabel('Find').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  // Its name stands there, and once it was called also in why that failed.
  await page.getByText('hook.example').first().waitFor()
  expect(await page.content()).not.toContain('secret/path')

  await button(`Manage ${email}`).click()
  const dialog = page.getByRole('dialog', { name: email })
  await dialog.getByRole('button', { name: 'Shut out' }).focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Shut out', exact: true })
  await asked.getByLabel('Your own password').fill('not the password')
  await page.keyboard.press('Enter')
  await asked.getByRole('alert').waitFor()
  await asked.getByLabel('Your own password').fill(served.operator.password)
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })
  await dialog.getByText('Disabled').waitFor()
  owner.allow(/401/)
  await owner.page.reload()
  await owner.page.getByLabel('Password').waitFor()

  await dialog.getByRole('button', { name: 'Let in again' }).click()
  const again = page.getByRole('dialog', { name: 'Let in again', exact: true })
  await again.getByLabel('Your own password').fill(served.operator.password)
  await again.getByRole('button', { name: 'Let in again' }).click()
  await dialog.getByText('Enabled').waitFor()
})

test('a reset is a link to pass on, and no password is shown or asked for but the own one', async () => {
  const shop = await newShop('Forgot')
  const { email } = shop.dev.merchant
  const { page, button } = await openOperator('/accounts')
  await page.getByLabel('Find').fill(email)
  await page.keyboard.press('Enter')
  await button(`Manage ${email}`).click()
  await page.getByRole('button', { name: 'New password' }).click()
  const asked = page.getByRole('dialog', { name: 'New password', exact: true })
  await asked.getByLabel('Your own password').fill(served.operator.password)
  expect(await asked.locator('input').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Pass this link on' }).waitFor()
})

test('a business is decided on its page, which keeps what was submitted and said', async () => {
  const shop = await newShop('Decided')
  const details = {
    legalName: 'Decided Ltd',
    registrationNumber: '77',
    country: 'PL',
    website: 'https://shop.example',
    contactEmail: 'owner@shop.example',
  }
  await shop.asPerson('POST', '/test/verification', details)
  const { page, button } = await openOperator(`/verifications/${await idOf(shop)}`)
  await button('Send back').click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The register knows no such number.')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await shop.asPerson('POST', '/test/verification', { ...details, registrationNumber: '78' })
  await page.reload()
  const steps = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect.poll(() => steps.count()).toBe(3)
  expect(await steps.nth(0).innerText()).toContain('78')
  expect(await steps.nth(1).innerText()).toContain('The register knows no such number.')
  expect(await steps.nth(1).innerText()).toContain(served.operator.email)
  await button('Approve').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => steps.count()).toBe(4)
})

test('a lane that is held up and a node that lies are there, with what to do', async () => {
  const shop = await newShop('Held up')
  const merchantId = await idOf(shop)
  const refused = 'nonce 7 is refused: insufficient funds for gas'
  // On a chain that nobody watches: a watcher would look at the lane, and find nothing wrong with it.
  const blockchain = `Unwatched${Date.now()}`
  const [wallet] = await runInDatabase<{ address: string }>(
    `insert into gas_wallet select (jsonb_populate_record(w, jsonb_build_object('blockchain', $2::text))).*
     from gas_wallet w where merchant_id = $1 limit 1 returning address`,
    [merchantId, blockchain],
  )
  await runInDatabase(
    `insert into nonce_lane (blockchain, wallet, next_nonce, mined_nonce, checked_at, held_up_by, held_up_since)
     values ($1, $2, 8, 7, now(), $3, now())`,
    [blockchain, wallet!.address, refused],
  )
  await runInDatabase(
    `insert into node_anomaly (blockchain, node, what, detail, times, first_at, last_at)
     values ($1, 'liar.example', 'UnaskedLog', 'a log of another contract', 3, now(), now())
     on conflict do nothing`,
    [blockchain],
  )
  const { page } = await openOperator('/')
  const lane = page.getByRole('row').filter({ hasText: refused })
  await lane.getByText('Send gas to the wallet').waitFor()
  await page.getByRole('row').filter({ hasText: 'liar.example' }).getByText('left out').waitFor()
  await lane.getByRole('link', { name: 'Held up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gas wallets' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: blockchain })
  await row.getByText('held up', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Copy the address' }).waitFor()
  await runInDatabase('delete from nonce_lane where blockchain = $1', [blockchain])
  await runInDatabase('delete from gas_wallet where blockchain = $1', [blockchain])
  await runInDatabase("delete from node_anomaly where node = 'liar.example'")
})

test('a mail that was given up says why, and is sent again', async () => {
  const shop = await newShop('Mailed')
  const id = `mail-${Date.now()}`
  await runInDatabase(
    `insert into mail (id, kind, cause, account_id, merchant_id, network, status, sealed_facts, attempts, reason,
       last_error, available_at, created_at, expires_at, ended_at)
     select $1, 'lowGas', $1, id, merchant_id, 'TestNet', 'Parked', 'x', 5, 'Refused', '550 no such mailbox',
       now(), now(), now() + interval '1 day', now() from account where email = $2`,
    [id, shop.dev.merchant.email],
  )
  const { page } = await openOperator(
    `/mails?search=${encodeURIComponent(shop.dev.merchant.email)}`,
  )
  const row = page.getByRole('row').filter({ hasText: 'Low gas' })
  await row.getByText('The server refused it for good.').waitFor()
  await row.getByText('550 no such mailbox').waitFor()
  await row.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await row.getByText('Queued').waitFor()
  await runInDatabase('delete from mail where id = $1', [id])
})
