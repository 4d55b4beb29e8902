/** What payers see of a shop: on every page of theirs, in every language, with scripts and without. */
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Merchant } from '../../examples/client/merchant.ts'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { oneToken, quick } from '../../test/browser/chains.ts'
import { findMisfits, forStaff } from '../../test/browser/layout.ts'
import { openScreen } from '../../test/browser/dashboard/staff.ts'
import { newShop } from '../../test/browser/shops.ts'
import { newSubscriber } from '../../test/browser/subscriptions.ts'
import { judgeVisits, visit } from '../../test/browser/world.ts'

judgeVisits()

const support = 'help@shop.example'
const phoneWidth = 390
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'

let shop: Merchant

beforeAll(async () => {
  shop = await newShop('Registered Ltd', 'Maps')
  const site = 'https://shop.example/'
  await shop.asPerson('PUT', '/test/profile', { name: 'Fernweh', site, support })
  const create = { width: 400, height: 200, channels: 3, background: '#d9480f' } as const
  const image = (await sharp({ create }).png().toBuffer()).toString('base64')
  await shop.asPerson('PUT', '/test/profile/logo', { image })
})

const pay = (more = {}) =>
  shop.createPayment('10', { amount: { value: '10', currency: quick.codes[0] }, ...more })

async function cancelled() {
  const payment = await pay()
  await shop.asPerson('POST', `/test/payments/${payment.id}/cancel`, {})
  return payment
}

const tokenOf = async (customerId: string) =>
  (await shop.mandate.customerTokens.create({ customerId })).token

async function expectLogo(page: Page): Promise<void> {
  const logo = page.locator('.merchant:visible img')
  await logo.waitFor()
  const width = await logo.evaluate(async (shown) => {
    const picture = shown as unknown as { decode: () => Promise<void>; naturalWidth: number }
    await picture.decode()
    return picture.naturalWidth
  })
  expect(width).toBe(256)
  await page.locator('.merchant:visible').getByText('Fernweh').waitFor()
}

async function expectFoot(page: Page, language: string): Promise<void> {
  const foot = page.locator('.foot:visible')
  expect(
    await foot.getByRole('link', { name: 'shop.example', exact: true }).getAttribute('rel'),
  ).toBe('noopener noreferrer')
  expect(await foot.getByRole('link', { name: support }).getAttribute('href')).toMatch(
    /^mailto:help@shop\.example\?subject=./,
  )
  expect(await foot.locator('[aria-current]').getAttribute('lang')).toBe(language)
  expect(await foot.locator('nav a').count()).toBe(3)
}

async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: phoneWidth, height: 844 })
  expect(await findMisfits(page)).toEqual([])
  expect(await findBarriers(page)).toEqual([])
}

describe.each(['en', 'es', 'ru'])('in the language %s', (lang) => {
  test('a payer sees whose page it is, and how to ask, on the checkout page and wherever something went wrong', async () => {
    for (const payment of [await pay(), await cancelled()])
      for (const showsPlainPage of [false, true]) {
        const { page } = await visit(`${payment.checkoutUrl}?lang=${lang}`, { showsPlainPage })
        await expectLogo(page)
        await expectFoot(page, lang)
        const contact = page.locator('.contact:visible')
        const isOver = (await shop.readPayment(payment.id)).status === 'Failed'
        expect(await contact.count()).toBe(isOver ? 1 : 0)
        if (isOver)
          expect(decodeURIComponent((await contact.getAttribute('href'))!)).toMatch(
            new RegExp(`^mailto:${support}\\?subject=.+ ${payment.id}$`),
          )
        await expectFits(page)
      }
  })

  test('a customer sees it on the widget and the manage page, and when the link is over', async () => {
    const { dev } = shop
    const addresses = [
      `${dev.widgetUrl}/?plan=${dev.planId}&session=${await tokenOf('c-1')}&lang=${lang}`,
      `${dev.manageUrl}/?session=${await tokenOf('c-1')}&lang=${lang}`,
    ]
    for (const address of addresses) {
      const { page } = await visit(address)
      await expectLogo(page)
      await page.locator('.whose').getByText('c-1').waitFor()
      await expectFoot(page, lang)
      await expectFits(page)
    }
    const token = await tokenOf('c-2')
    await shop.mandate.customerTokens.revokeMany({ customerId: 'c-2' })
    const over = await visit(`${dev.manageUrl}/?session=${token}&lang=${lang}`)
    over.allow(/401/)
    await over.page.locator('.contact').getByText(`Fernweh: ${support}`).waitFor()
    await expectFoot(over.page, lang)
    await expectFits(over.page)
  })

  test('nobody who comes with a wrong link is left without a language', async () => {
    const none = await visit(`${shop.dev.manageUrl}/?lang=${lang}`)
    const unknown = await visit(`${shop.dev.baseUrl}/checkout/1C8PSCdvXMSYKx8P51oR5K?lang=${lang}`)
    unknown.allow(/404/)
    for (const { page } of [none, unknown]) {
      expect(await page.locator('.foot [aria-current]').getAttribute('lang')).toBe(lang)
      await expectFits(page)
    }
  })
})

test('another language keeps the place and the session, also after a reload', async () => {
  const subscriber = await newSubscriber({ shop })
  const { page, heading, button } = await subscriber.open()
  await heading('You are subscribed').waitFor()
  await button('Cancel the subscription…').click()
  await page.getByRole('link', { name: 'Español' }).click()
  await heading('Está suscrito').waitFor()
  await page.getByRole('heading', { name: /^¿Cancelar .+ de .+\?$/ }).waitFor()
  expect(await page.title()).toBe('Sus suscripciones')
  expect(page.url()).toMatch(/[?&]lang=es(&|$)/)
  expect(page.url()).not.toContain('session=')
  await page.reload()
  await heading('Está suscrito').waitFor()
})

test('on the checkout page another language keeps what its address carries, with scripts and without', async () => {
  const payment = await pay()
  const address = `${payment.checkoutUrl}?name=Coffee&success-url=https://shop.example/thanks`
  for (const javaScriptEnabled of [true, false]) {
    const { page, heading } = await visit(address, { javaScriptEnabled })
    await page.getByRole('link', { name: 'Русский' }).click()
    await heading(javaScriptEnabled ? 'Два способа оплаты' : 'Перевести на адрес').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Coffee' }).waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('lang')).toBe('ru')
    expect(searchParams.get('success-url')).toBe('https://shop.example/thanks')
  }
})

test('a receipt says what the shop says that it is for, and of a name from the link that it is from there', async () => {
  const [named, described] = [await pay(), await pay({ description: 'Beans from the API' })]
  for (const { depositAddress } of [named, described])
    await quick.payer.send(depositAddress, 10n * oneToken)
  const paid = await visit(`${named.checkoutUrl}?name=Coffee+%26+cake`)
  await paid.heading('Paid').waitFor()
  await paid.page.getByText('For, as the link says').waitFor()
  const again = await paid.page.locator('.page-address').innerText()
  await paid.page.goto(again)
  await paid.page.getByRole('heading', { level: 1, name: 'Coffee & cake' }).waitFor()
  await paid.page.locator('.receipt').getByText(support).waitFor()

  const honest = await visit(`${described.checkoutUrl}?name=Free+iPhone`)
  await honest.heading('Paid').waitFor()
  await honest.page.getByRole('heading', { level: 1, name: 'Beans from the API' }).waitFor()
  await honest.page.getByText('For', { exact: true }).waitFor()
  expect(await honest.page.getByText('iPhone').count()).toBe(0)
})

test('a merchant sees how it will look while typing, and a drawing or a photo of any size becomes the logo', async () => {
  const other = await newShop('Before')
  const visited = await openScreen(other, '/profile')
  const { page } = visited
  await page.getByLabel('Name').fill('Afterwards')
  await page.getByLabel('Whom payers ask').fill(support)
  expect(
    await page.locator('.payer-preview').getByText('Afterwards', { exact: true }).count(),
  ).toBe(2)
  expect(await page.locator('.payer-preview').getByText(support).count()).toBe(2)
  await visited.button('Save').click()
  const logoOf = () => other.asPerson<{ name: string; logo: object }>('GET', '/test/profile')
  const noise = { mean: 128, sigma: 60, type: 'gaussian' } as const
  const photo = sharp({
    create: { width: 1_600, height: 900, channels: 3, background: '#888', noise },
  })
  const files = [
    ['drawing.svg', 'image/svg+xml', Buffer.from(drawing), { width: 256, height: 256 }],
    ['photo.jpg', 'image/jpeg', await photo.jpeg().toBuffer(), { width: 256, height: 144 }],
  ] as const
  for (const [name, mimeType, buffer, size] of files) {
    const answer = page.waitForResponse(/\/profile\/logo$/)
    await page.getByLabel('Logo').setInputFiles({ name, mimeType, buffer })
    await answer
    expect(await logoOf()).toMatchObject({ name: 'Afterwards', logo: size })
  }
  await page.setViewportSize({ width: phoneWidth, height: 844 })
  expect(await findMisfits(page, forStaff)).toEqual([])
  expect(await findBarriers(page)).toEqual([])
})
