/** Both pages in Spanish and Russian on the narrowest phones: longer words, the same room. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from '../../test/browser/accessibility.ts'
import { findMisfits } from '../../test/browser/layout.ts'
import { newSubscriber, untilStatus } from '../../test/browser/subscriptions.ts'
import { arrive } from '../../test/browser/widget-world.ts'
import { judgeVisits, merchant } from '../../test/browser/world.ts'

judgeVisits()

async function expectFits(page: Page): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findMisfits(page), `${width} px`).toEqual([])
  }
  expect(await findBarriers(page)).toEqual([])
}

const languages = [
  {
    lang: 'es',
    active: 'Está suscrito',
    cancel: /^Cancelar la suscripción/,
    over: /^Cancelad[ao]/,
    allow: /^(Autorizar|Permitir)/,
  },
  {
    lang: 'ru',
    active: 'Вы подписаны',
    cancel: /^Отменить подписку/,
    over: /^Отменен[ао]|^Отмен/,
    allow: /^Разрешить/,
  },
]

test.each(languages)('the pages fit in $lang', async ({ lang, active, cancel, over, allow }) => {
  const subscriber = await newSubscriber({ allowed: 10 })
  const { page, heading, button } = await subscriber.open({ lang })
  await heading(active).waitFor()
  await button(cancel).click()
  for (const fold of await page.locator('summary').all()) await fold.click()
  await button('Test Wallet').first().click()
  await button(allow).waitFor()
  await expectFits(page)
  await merchant.command(subscriber.contractAddress, 'cancel')
  await untilStatus(subscriber.read, 'Cancelled')
  await heading(over).waitFor()
  await expectFits(page)

  const widget = await arrive({ search: `&lang=${lang}` })
  await expectFits(widget.page)
  await widget.button('Test Wallet').click()
  await widget.button(allow).waitFor()
  await expectFits(widget.page)
  await widget.button(allow).click()
  await widget.page.locator('[data-stage=active]').waitFor()
  await expectFits(widget.page)
})
