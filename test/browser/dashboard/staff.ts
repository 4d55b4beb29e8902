/** People of a merchant, who use the dashboard in a browser of their own. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Merchant } from '../../../examples/client/merchant.ts'
import type { MemberRole } from '../../../src/store/people/account-roles.ts'
import { dev } from '../chains.ts'
import { anyAddress } from '../shops.ts'
import { desktop, type Visit, type VisitSettings } from '../visit.ts'
import { visit } from '../world.ts'

type Credentials = { email: string; password: string }

/** Has a shop's owner invite somebody with a role, who then sets a password. */
export async function newColleague(shop: Merchant, role: MemberRole): Promise<Credentials> {
  const email = `${role}-${randomUUID()}@example.com`.toLowerCase()
  const password = randomUUID()
  const { invitation } = await shop.asPerson<{ invitation: { token: string } }>(
    'POST',
    '/test/members',
    { email, role, proof: shop.proof },
  )
  await shop.asPerson('POST', '/account-link', { token: invitation.token, password })
  return { email, password }
}

/** Logs in on the login page and waits for the menu. */
export async function logIn(
  { email, password }: Credentials,
  settings: VisitSettings = {},
): Promise<Visit> {
  const visited = await visit(`${dev.baseUrl}/dashboard`, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
    ...settings,
  })
  await fillLogin(visited, { email, password })
  await visited.page.getByRole('navigation', { name: 'Menu' }).waitFor()
  return visited
}

export async function fillLogin({ page, button }: Visit, login: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(login.email)
  await page.getByLabel('Password').fill(login.password)
  await button('Log in').click()
}

/** The owner of a shop, at a screen of the test network, such as `/plans`. */
export async function openScreen(
  shop: Merchant,
  path: string,
  settings: VisitSettings = {},
): Promise<Visit> {
  const visited = await logIn(shop.dev.merchant, settings)
  await goTo(visited, path)
  return visited
}

/** Goes to a screen of the test network by its address, and waits until it shows what it reads. */
export async function goTo({ page }: Visit, path: string): Promise<void> {
  await page.goto(`${dev.baseUrl}/dashboard/test${path}`)
  await untilShown(page)
}

/** Waits until a screen shows what it reads. Before its own heading stands that of the dashboard's opening. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator('#content').getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Loading…').first().waitFor({ state: 'detached' })
}

/** Gives the password that a command asks for: the browser logs the refusal that asks. */
export async function giveProof(visited: Visit, { password }: { password: string }): Promise<void> {
  visited.allow(/403/)
  const proof = visited.page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Your password').fill(password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await proof.waitFor({ state: 'detached' })
}
