/** The manage page by keyboard alone: the focus goes where the payer is, and comes back. */
import { expect, test } from 'vitest'
import { quick } from '../../test/browser/chains.ts'
import { focusedWords, tabTo } from '../../test/browser/keyboard.ts'
import { newSubscriber } from '../../test/browser/subscriptions.ts'
import { createPlan } from '../../test/browser/widget-world.ts'
import { judgeVisits } from '../../test/browser/world.ts'

judgeVisits()

test('the focus follows a question, and returns to where it was asked', async () => {
  const { open } = await newSubscriber()
  const { page, button, heading } = await open()
  const press = (key: string) => page.keyboard.press(key)
  const isFocused = async (words: string) => {
    await expect.poll(() => focusedWords(page)).toBe(words)
  }
  await heading('You are subscribed').waitFor()
  await tabTo(page, 'Cancel the subscription…')
  await press('Enter')
  await isFocused('Cancel Demo membership at Demo shop?')
  await tabTo(page, 'Keep it')
  await press('Enter')
  await isFocused('Cancel the subscription…')
  await press('Enter')
  await isFocused('Cancel Demo membership at Demo shop?')
  await press('Escape')
  await isFocused('Cancel the subscription…')

  await tabTo(page, 'Receipt')
  await press('Enter')
  await expect.poll(() => focusedWords(page)).toMatch(/^Receipt: 10/)
  await tabTo(page, '← Payments')
  await press('Enter')
  await isFocused('You are subscribed')

  await button('Pause the subscription').waitFor()
  await tabTo(page, 'Until I resume it')
  await press('ArrowRight')
  await isFocused('Until a date')
  await press('ArrowLeft')
  await tabTo(page, 'Pause the subscription')
  await press('Enter')
  await heading('Paused. Nothing is taken').waitFor()
  await isFocused('Paused. Nothing is taken')
  await tabTo(page, 'Resume now')
  await press('Enter')
  await heading('You are subscribed').waitFor()
  await isFocused('You are subscribed')
})

test('a limit is set, and a plan is switched', async () => {
  await createPlan(quick.codes[0], 'Plan of keys')
  const { open, address } = await newSubscriber({
    allowed: 10,
    abilities: { signsTypedData: true },
  })
  const { page, heading, text } = await open()
  await text(/^It will not work/).waitFor()
  await tabTo(page, 'Raise the limit')
  await page.keyboard.press('Enter')
  await tabTo(page, 'All 23')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'Test Wallet')
  await page.keyboard.press('Enter')
  await text(/^A signature/).waitFor()
  await tabTo(page, 'Allow 3 payments')
  await page.keyboard.press('Enter')
  await text('Done. Your limit is set.').waitFor()

  await page.goto(await address({ flow: 'switch' }))
  await heading('You are subscribed').waitFor()
  await text('Plan of keys').waitFor()
  for (const words of ['Plan of keys', 'Switch to Plan of keys']) {
    await tabTo(page, words)
    await page.keyboard.press(words.startsWith('Switch') ? 'Enter' : 'Space')
  }
  await page.waitForURL(/\/\?plan=/)
})
