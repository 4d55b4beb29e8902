/** Pictures of the dashboard's main screens, of the world that the demo leaves, for `docs/dashboard.md`. */
import { lookAt, type Look, takePicture } from '../screens.ts'
import { desktop, phone, type Visit } from '../visit.ts'

/** A person who reads what the pictures are to show: rows of the API, by their path on the test network. */
type Reader = { asPerson<Answer>(method: string, path: string): Promise<Answer> }

const pictured: readonly Look[] = [
  { name: 'desktop-light', viewport: desktop, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
]

export async function takePictures(
  { page }: Pick<Visit, 'page'>,
  merchant: Reader,
  baseUrl: string,
): Promise<void> {
  for (const [name, path] of Object.entries(await findScreens(merchant))) {
    await page.goto(`${baseUrl}/dashboard/test${path}`)
    await page.locator('#content').getByRole('heading', { level: 1 }).waitFor()
    for (const look of pictured) {
      await lookAt(page, look)
      await page.getByText('Loading…').first().waitFor({ state: 'detached' })
      await page.waitForLoadState('load')
      await takePicture(page, `dashboard-${name}`, look)
    }
  }
}

async function findScreens(merchant: Reader): Promise<Record<string, string>> {
  const { charges } = await merchant.asPerson<{ charges: { id: string }[] }>(
    'GET',
    '/test/charges?statusIn=Retrying&limit=1',
  )
  const { subscriptions } = await merchant.asPerson<{
    subscriptions: { contractAddress: string }[]
  }>('GET', '/test/subscriptions?statusIn=Active&limit=1')
  return {
    home: '/',
    'failed-charge': `/charges/${charges[0]!.id}`,
    subscription: `/subscriptions/${subscriptions[0]!.contractAddress}`,
    forecast: '/forecast',
    exceptions: '/exceptions',
    integration: '/integration',
    metrics: '/metrics',
  }
}
