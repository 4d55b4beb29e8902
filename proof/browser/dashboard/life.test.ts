/** Everything's own page: explained, shown as it was after any turn, told, with what comes next and belongs to it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { newSubscriber, type Subscriber } from '../../../test/browser/subscriptions.ts'
import type { Visit, VisitSettings } from '../../../test/browser/visit.ts'
import { judgeVisits, merchant } from '../../../test/browser/world.ts'
import { openScreen } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

let poor: Subscriber
let paying: Subscriber
beforeAll(async () => {
  poor = await newSubscriber({ tokens: 3, allowed: 0 })
  await poor.approve(120)
  await merchant.mandate.subscriptions.activate(poor.contractAddress).catch(() => null)
  paying = await newSubscriber()
})

const open = (path: string, settings: VisitSettings = {}): Promise<Visit> =>
  openScreen(merchant, path, settings)

const subscriptionPath = ({ contractAddress }: Subscriber) => `/subscriptions/${contractAddress}`

describe('a subscription that cannot begin', () => {
  test('explains itself on its page, first of all: what is missing and what would change it', async () => {
    const { page } = await open(subscriptionPath(poor))
    const card = page.getByRole('region', { name: 'Why it did not come about' })
    await expect
      .poll(() => card.textContent())
      .toContain(`${poor.customerId} has 3.00 ltUSDC, 10.00 ltUSDC is due: 7.00 ltUSDC missing`)
    const text = await card.textContent()
    expect(text).toContain('The payer adds at least 7.00 ltUSDC to the wallet')
    expect(text).toContain('Missing7.00 ltUSDC')
  })

  test('answers why it cannot be paused', async () => {
    const { page } = await open(subscriptionPath(poor))
    await page.getByLabel('Choose a command').selectOption('pause')
    await expect
      .poll(() => page.getByRole('main').textContent())
      .toContain('Draft (Idle) does not take pause.')
  })
})

describe('a subscription that runs', () => {
  test('is moved through its turns by the keyboard: picture, data and story follow', async () => {
    const { page } = await open(subscriptionPath(paying))
    const slider = page.getByRole('slider')
    await slider.waitFor()
    const turns = Number(await slider.getAttribute('max'))
    expect(turns).toBeGreaterThan(2)
    await slider.focus()
    await page.keyboard.press('Home')
    const picture = page.getByRole('img', { name: 'it was Draft, Idle after turn 1' })
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expect.poll(() => page.url()).toContain('?turn=1')
    const told = page.locator('[aria-current=step]')
    expect(await told.textContent()).toContain('created it for the customer')
    expect(await slider.getAttribute('aria-valuetext')).toContain(`Turn 1 of ${turns}: `)
    await page.getByText('Raw data').click()
    expect(await page.getByLabel('Raw data').textContent()).toContain('"status": "Draft"')
    await page.keyboard.press('Escape')
    await slider.focus()
    await page.keyboard.press('End')
    await page.getByRole('img', { name: 'it was Active, Current' }).waitFor()
    await expect.poll(() => page.url()).not.toContain('turn=')
  })

  test('a link to a turn shows that turn', async () => {
    const { page } = await open(`${subscriptionPath(paying)}?turn=2`)
    await page.getByRole('img', { name: 'after turn 2' }).waitFor()
    expect(await page.getByRole('slider').inputValue()).toBe('2')
  })

  test('shows what comes next and what belongs to it, on one axis, down to the transaction', async () => {
    const { page } = await open(subscriptionPath(paying))
    const next = page.getByRole('region', { name: 'What comes next by itself' })
    await expect.poll(() => next.textContent()).toMatch(/The next charge is due.*in \d+ d/)
    const linked = page.getByRole('region', { name: 'What belongs to it' })
    await linked.getByRole('link', { name: 'Period 1, 10.00 ltUSDC' }).click()
    await page
      .getByRole('heading', { level: 1, name: `Period 1 of ${paying.customerId}` })
      .waitFor()
    await expect
      .poll(() => page.getByRole('main').textContent())
      .toMatch(/The contract took 10\.00 ltUSDC from the payer/)
    const of = page.getByRole('region', { name: 'What belongs to it' })
    await of.getByRole('link', { name: /on LocalTestNet/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Transaction: / }).waitFor()
    await expect
      .poll(() => page.getByRole('main').textContent())
      .toContain('It was signed with nonce')
  })
})

test.each([
  ['who pays', () => paying, /Has access.*grants access until/s],
  ['who never paid', () => poor, /No access.*Draft/s],
] as const)('a customer %s has a page', async (_, find, words) => {
  const { customerId, contractAddress } = find()
  const { page } = await open(`/subscriptions/${contractAddress}`)
  await page.getByRole('link', { name: customerId }).first().click()
  await page.getByRole('heading', { level: 1, name: `Customer ${customerId}` }).waitFor()
  await expect.poll(() => page.getByRole('main').textContent()).toMatch(words)
})

describe('a charge that fails', () => {
  let late: Subscriber
  beforeAll(async () => {
    late = await newSubscriber({ tokens: 12 })
    await merchant.pass(31)
  })

  test('explains itself two clicks from the menu, with what is missing and when it is tried again', async () => {
    await untilPhase(late, 'Overdue')
    const { page } = await open(`/charges?customerId=${late.customerId}`)
    await page
      .getByRole('row', { name: /Retrying/ })
      .getByRole('link')
      .first()
      .click()
    const card = page.getByRole('region', { name: 'Why it did not come about' })
    await expect
      .poll(() => card.textContent())
      .toContain(
        `${late.customerId} has 2.00 ltUSDC, 10.00 ltUSDC is due: 8.00 ltUSDC missing until `,
      )
    expect(await card.textContent()).toContain('Missing8.00 ltUSDC')
    await card.getByText('What was asked').click()
    expect(await card.textContent()).toContain('its grace leaves time for an attempt')
    const facts = page.locator('[aria-label="Facts"] .facts')
    const leadsTo = (text: string) =>
      facts.locator(`a:has-text("${text}")`).getAttribute('href', { timeout: 5_000 })
    expect(await leadsTo(late.customerId)).toContain(`/customers/${late.customerId}`)
    expect(await leadsTo('0x')).toContain(subscriptionPath(late))
    const next = page.getByRole('region', { name: 'What comes next by itself' })
    expect(await next.textContent()).toMatch(/The next attempt.*in \d+ min/)
    await card.getByRole('link', { name: 'Show that turn' }).click()
    await page.getByRole('img', { name: 'it was Retrying, Waiting' }).waitFor()
    await takePicture(page, 'dashboard-life-late', looks[0]!)
  })

  test('goes on under the eyes of whoever looks, once the money is there', async () => {
    const { page } = await open(subscriptionPath(late))
    const card = page.getByRole('region', { name: 'Why it did not come about' })
    await card.waitFor()
    await late.give(100)
    await card.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[aria-current=step]').textContent()).toContain('period 2')
  })
})

async function untilPhase({ read }: Subscriber, phase: string): Promise<void> {
  await expect.poll(async () => (await read()).phase, { timeout: 30_000 }).toBe(phase)
}

describe.each(looks)('in $name', (look) => {
  test.each(['poor', 'paying'] as const)(
    'the page of the %s subscriber has no barriers',
    async (who) => {
      const subscriber = who === 'poor' ? poor : paying
      const { page } = await open(subscriptionPath(subscriber), look)
      await lookAt(page, look)
      await page.getByRole('img').first().waitFor()
      await page.getByRole('region', { name: 'What belongs to it' }).getByRole('list').waitFor()
      expect(await findBarriers(page)).toEqual([])
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(width).toBeLessThanOrEqual(look.viewport.width)
      await takePicture(page, `dashboard-life-${who}`, look)
    },
  )
})
