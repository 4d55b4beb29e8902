/** People in the dashboard: invited, with a second factor, with a role that may not, and what they did. */
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { dev } from '../chains.ts'
import { anyAddress, newShop } from '../shops.ts'
import { desktop } from '../visit.ts'
import { judgeVisits, visit } from '../world.ts'
import { cut, mark } from './hostile-shop.ts'
import { dialogOf, invite } from './invite.ts'
import { fillLogin, giveProof, goTo, openScreen } from './staff.ts'

judgeVisits()

const password = 'a password of twelve and more'

test('somebody is invited by a link, sets a password, and sees what the role may, and no more', async () => {
  const shop = await newShop('Invites')
  const owner = await openScreen(shop, '/team')
  const email = `support-${Date.now()}@example.com`
  const link = await invite(owner, { email, role: 'Support', shop })
  expect(link).toContain(`${dev.baseUrl}/dashboard/account-link#`)

  const visited = await visit(link, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  visited.allow(/403/)
  await visited.page.getByLabel('New password').fill(password)
  await visited.button('Set the password').click()
  const menu = visited.page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Subscriptions' }).waitFor()
  expect(await menu.getByRole('link', { name: 'Team' }).count()).toBe(0)
  await visited.page.goto(`${dev.baseUrl}/dashboard/test/team`)
  const alert = visited.page.getByRole('alert')
  await alert
    .filter({ hasText: "Your role is Support, which has not the right 'people'" })
    .waitFor()
  await alert.filter({ hasText: 'Owner' }).waitFor()

  await owner.page.reload()
  await owner.button(`Manage ${email}`).click()
  await dialogOf(owner).getByRole('button', { name: 'Shut out' }).click()
  await owner.page.getByText('is logged out at once').waitFor()
  await dialogOf(owner).last().getByRole('button', { name: 'Shut out' }).last().click()
  await owner.page.locator('.status', { hasText: 'Shut out' }).waitFor()
  visited.allow(/401/)
  await menu.getByRole('link', { name: 'Plans' }).click()
  await visited.button('Log in').first().waitFor()
  await goTo(owner, '/audit')
  await owner.page.getByText('Disable member').waitFor()
})

test('an authenticator is set up, asked for at the login, and again before people are touched', async () => {
  const shop = await newShop('Second factor')
  const visited = await openScreen(shop, '/account')
  visited.allow(/403/)
  await visited.button('Set up an authenticator').click()
  await giveProof(visited, shop.dev.merchant)
  const dialog = dialogOf(visited)
  const secret = await dialog.locator('code').innerText()
  await dialog.getByLabel('Its first code').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm the code' }).click()
  await dialog.getByRole('alert').waitFor()
  const codeIn = (steps: number) =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: Date.now() + steps * 30_000,
    })
  await dialog.getByLabel('Its first code').fill(codeIn(-1))
  await dialog.getByRole('button', { name: 'Confirm the code' }).click()
  await visited.page.getByRole('heading', { name: 'Keep these codes' }).waitFor()
  const codes = await dialog.locator('code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()

  await goTo(visited, '/team')
  await visited.button('Invite somebody').click()
  await dialog.getByLabel('E-mail').fill(`more-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  await visited.page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await dialogOf(visited).last().getByLabel('Code').fill(codeIn(0))
  await visited.page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await visited.page.getByRole('heading', { name: 'Pass this link on' }).waitFor()

  const again = await visit(`${dev.baseUrl}/dashboard`, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  again.allow(/401|403/)
  await fillLogin(again, shop.dev.merchant)
  await again.page.getByText('Now the code of your second factor').waitFor()
  await again.page.getByLabel('Code').fill(codes[0]!)
  await again.button('Log in').first().click()
  await again.page.getByRole('navigation', { name: 'Menu' }).waitFor()
})

test('a passkey is made, and logs in without a password', async () => {
  const shop = await newShop('Passkeys')
  // Browsers make passkeys for names alone, and this machine's is localhost.
  const address = dev.baseUrl.replace('127.0.0.1', 'localhost')
  const visited = await visit(`${address}/dashboard/test/account`, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  const session = await visited.page.context().newCDPSession(visited.page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  visited.allow(/401|403/)
  await fillLogin(visited, shop.dev.merchant)
  await visited.button('Add a passkey').click()
  const dialog = dialogOf(visited)
  await dialog.getByLabel('Name of the passkey').fill(cut(90))
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await giveProof(visited, shop.dev.merchant)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await visited.page.getByRole('cell').filter({ hasText: mark }).waitFor()
  expect(await visited.page.locator('img[src=x]').count()).toBe(0)

  await visited.page.getByText('Account', { exact: true }).click()
  await visited.page.getByRole('button', { name: 'Log out', exact: true }).click()
  await visited.button('Use a passkey').click()
  await visited.page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
})
