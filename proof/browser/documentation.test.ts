/** The documentation, as a developer reads it on a phone and at a desk, who has the service alone: finds, copies, tries a call. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { dev } from '../../test/browser/chains.ts'
import { findMisfits, forStaff } from '../../test/browser/layout.ts'
import { desktop, type Visit } from '../../test/browser/visit.ts'
import { judgeVisits, visit } from '../../test/browser/world.ts'

// Every load that the policy stops, and every error, is a trouble of the visit.
judgeVisits()

const smallPhone = { width: 360, height: 780 }
const timeout = 180_000
const run = promisify(execFile)
const pages = [
  { path: '/docs', call: 'tag/payments/POST/integration/payments' },
  { path: '/docs/session', call: 'tag/subscriptions/GET/session/subscriptions' },
  { path: '/docs/dashboard', call: 'tag/session/POST/dashboard/api/login' },
]

/** The renderer cuts long words of what is folded, and has its samples scroll. */
const widthOfRenderer = /^(?:cut off|beyond the edge): /

const callOf = ({ page }: Visit, call: string) => page.locator(`[id$="${call}"]`)
const sampleOf = (visited: Visit, call: string) =>
  callOf(visited, call).locator('code').filter({ hasText: 'curl -s' }).first()

/** Opens the page at one of its calls, and returns every host that it has asked. */
async function openCall(
  path: string,
  call: string,
): Promise<{ visited: Visit; hosts: Set<string> }> {
  const visited = await visit(`${dev.baseUrl}/health`, { viewport: smallPhone })
  const hosts = new Set<string>()
  visited.page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol !== 'data:') hosts.add(host)
  })
  await visited.page.goto(`${dev.baseUrl}${path}#${call}`)
  await sampleOf(visited, call).waitFor({ timeout: 90_000 })
  return { visited, hosts }
}

test.each(pages)('$path fits, at one of its calls', { timeout }, async ({ path, call }) => {
  const { visited, hosts } = await openCall(path, call)
  const { page } = visited
  for (const size of [smallPhone, desktop]) {
    await page.setViewportSize(size)
    const misfits = await findMisfits(page, forStaff)
    expect(misfits.filter((misfit) => !widthOfRenderer.test(misfit))).toEqual([])
    expect(await findBarriers(page)).toEqual([])
  }
  expect([...hosts]).toEqual([new URL(dev.baseUrl).host])
})

test('what stands beside a call makes a payment, pasted into a shell', { timeout }, async () => {
  const call = 'tag/payments/POST/integration/payments'
  const { visited } = await openCall('/docs', call)
  const sample = await sampleOf(visited, call).innerText()
  const { apiKey: KEY, apiSecret: SECRET } = dev.merchant
  const env = { PATH: process.env['PATH'], KEY, SECRET }
  const { stdout } = await run('sh', ['-c', sample], { env })
  expect(JSON.parse(stdout)).toMatchObject({ payment: { status: 'Created' } })
})

test('a call is tried, and its secret is kept nowhere', { timeout }, async () => {
  const call = 'tag/payments/GET/integration/payments'
  const { visited, hosts } = await openCall('/docs', call)
  const { page } = visited
  await page.setViewportSize(desktop)
  await page.getByRole('combobox', { name: 'Username' }).first().fill(dev.merchant.apiKey)
  await page.getByRole('textbox', { name: 'Password' }).first().fill(dev.merchant.apiSecret)
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/integration/payments',
  )
  await callOf(visited, call).getByRole('button', { name: 'Test Request' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).first().press('Enter')
  expect((await answered).status()).toBe(200)

  expect([...hosts]).toEqual([new URL(dev.baseUrl).host])
  const kept = `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`
  expect(await page.evaluate(kept)).not.toContain(dev.merchant.apiSecret)
})

test.each([smallPhone, desktop])('a guide fits at $width pixels', async (viewport) => {
  const { page } = await visit(`${dev.baseUrl}/docs/guides/widget`, { viewport })
  await page.getByRole('button', { name: 'Copy' }).first().waitFor()
  expect(await findMisfits(page, forStaff)).toEqual([])
  expect(await findBarriers(page)).toEqual([])
})

test('the search leads to the place in the guide, by the keyboard alone', async () => {
  const { page } = await visit(`${dev.baseUrl}/docs/guides`, { viewport: desktop })
  await page.getByRole('searchbox', { name: 'Search' }).fill('verify a signature')
  await page.getByRole('link', { name: 'Verify a signature' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
  await page.getByRole('heading', { name: 'Verify a signature' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#verify-a-signature')
})

test('the type of a problem leads to what it means', async () => {
  const { page } = await visit(`${dev.baseUrl}/docs/guides/api#problem-PaymentNotFound`)
  await page.getByText('You have no payment with this id on this network').waitFor()
})

test('without scripts the guides are read, and the page of an API says where its calls are', async () => {
  const { page } = await visit(`${dev.baseUrl}/docs`, { javaScriptEnabled: false })
  await page.getByRole('link', { name: 'OpenAPI document' }).waitFor()
  await page.getByRole('link', { name: 'guides', exact: true }).click()
  await page.getByRole('heading', { name: 'All pages' }).waitFor()
})
