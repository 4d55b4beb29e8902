/** The pages that describe the APIs, as a developer reads them on a phone and at a desk, and tries a call there. */
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
const pages = [
  { path: '/docs', call: 'Payments/createPayment' },
  { path: '/docs/session', call: 'Subscriptions/listOwnSubscriptions' },
  { path: '/docs/dashboard', call: 'Session/logIn' },
]

/** The renderer does this by itself, in every version; decision 0132. All else is ours. */
const ofRenderer =
  /\((?:heading-order|label|nested-interactive|region|scrollable-region-focusable|select-name)\) at /

const callOf = ({ page }: Visit, call: string) =>
  page.locator(`[id="operations-${call.replace('/', '-')}"]`)

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
  await visited.page.goto(`${dev.baseUrl}${path}#/${call}`)
  await callOf(visited, call).locator('.opblock-body').waitFor({ timeout: 90_000 })
  return { visited, hosts }
}

test.each(pages)('$path fits, with a call opened', { timeout }, async ({ path, call }) => {
  const { visited, hosts } = await openCall(path, call)
  const { page } = visited
  expect(await findMisfits(page, forStaff)).toEqual([])
  const barriers = await findBarriers(page)
  expect(barriers.filter((barrier) => !ofRenderer.test(barrier))).toEqual([])
  await page.setViewportSize(desktop)
  expect(await findMisfits(page, forStaff)).toEqual([])
  expect([...hosts]).toEqual([new URL(dev.baseUrl).host])
})

test(
  'a call is tried by the keyboard alone, and its secret is kept nowhere',
  { timeout },
  async () => {
    const call = 'Payments/listPayments'
    const { visited, hosts } = await openCall('/docs', call)
    const { page } = visited
    await page.getByRole('button', { name: 'Authorize' }).first().press('Enter')
    const dialog = page.locator('.modal-ux')
    await dialog.getByLabel('Username').focus()
    await page.keyboard.type(dev.merchant.apiKey)
    await dialog.getByLabel('Password').focus()
    await page.keyboard.type(dev.merchant.apiSecret)
    await dialog.getByRole('button', { name: /authorize|apply/i }).press('Enter')
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')

    const answered = page.waitForResponse((response) => response.url().includes('/integration/'))
    await callOf(visited, call).getByRole('button', { name: 'Execute' }).press('Enter')
    const response = await answered
    expect([response.request().method(), response.status()]).toEqual(['GET', 200])
    const shown = callOf(visited, call).locator('.live-responses-table')
    await shown.getByText('"payments"').first().waitFor()
    expect(await findMisfits(page, forStaff)).toEqual([])

    expect([...hosts]).toEqual([new URL(dev.baseUrl).host])
    const kept =
      '[Object.keys(localStorage).length, Object.keys(sessionStorage).length, document.cookie]'
    expect(await page.evaluate(kept)).toEqual([0, 0, ''])
  },
)

test('the type of a problem leads to what it means', { timeout }, async () => {
  const { page } = await visit(`${dev.baseUrl}/docs#problem-PaymentNotFound`)
  await page.locator('#problem-PaymentNotFound').waitFor({ state: 'visible' })
})

test('without scripts the page still says what stands beside the calls, and where they are', async () => {
  const { page } = await visit(`${dev.baseUrl}/docs`, { javaScriptEnabled: false })
  await page.getByText('Conventions').click()
  await page.getByText('Plain decimals as text').waitFor()
  await page.getByRole('link', { name: 'OpenAPI document' }).waitFor()
})
