/** Pages that the payer's browser translates: all of the world but speakers of three languages is offered that. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { oneToken, quick } from './chains.ts'
import { newSubscriber } from './subscriptions.ts'
import { openWidget } from './widget-world.ts'
import { createPayment, judgeVisits, merchant, newWallet, visit } from './world.ts'

judgeVisits()

/**
 * Every text that may be translated gives way to its translation, and so does what comes later. The translation is the text
 * itself, marked, so that a test can read it.
 */
const translating = `
  const translateIn = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root.nodeType === Node.TEXT_NODE ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const { parentElement } = text
      if (!text.data.trim() || !parentElement || text.data.includes('«')) continue
      if (parentElement.closest('[translate=no], font, script, style, noscript')) continue
      const translation = '«' + text.data + '»'
      PLACE
    }
  }
  translateIn(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.isConnected) translateIn(node)
    for (const { type, target } of records)
      if (type === 'characterData' && target.isConnected) translateIn(target)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
`
/** Chrome's translation stands in two elements. */
const element = `
  const outer = document.createElement('font')
  outer.append(document.createElement('font'))
  outer.firstChild.append(translation)
`
/** Translators differ in what takes the place of the text, and how. */
const places = {
  'an element before it': `${element} parentElement.insertBefore(outer, text); text.remove()`,
  'an element in its place': `${element} parentElement.replaceChild(outer, text)`,
  // Safari on phones and computers.
  'a text before it':
    'parentElement.insertBefore(document.createTextNode(translation), text); text.remove()',
  'a text in its place': 'text.replaceWith(translation)',
  'a text after it is gone':
    'const after = text.nextSibling; text.remove(); parentElement.insertBefore(document.createTextNode(translation), after)',
  'an inline element in its place':
    "const span = document.createElement('span'); span.append(translation); text.replaceWith(span)",
  // Firefox.
  'the same text, with other words': 'text.data = translation',
  'the text of the element around it':
    'if (parentElement.childNodes.length === 1) parentElement.textContent = translation; else text.data = translation',
  'a new content of the paragraph': `
    const whole = parentElement.closest('p, h1, h2') ?? parentElement
    const isWhole = whole !== document.body && !whole.querySelector('button, a, svg, [translate=no]')
    if (isWhole) whole.innerHTML = whole.innerHTML.replace(/([^<>]+)(?=<|$)/g, '«$1»')
    else text.data = translation
  `,
}
type Place = keyof typeof places

const translate = (page: Page, place: Place = 'an element before it') =>
  page.evaluate(`{${translating.replace('PLACE', places[place])}}`)

const heading = (page: Page, words: string | RegExp) => page.locator('h2').getByText(words)

/** What is seen of the page, each text with its marks. */
const seen = (page: Page) => page.locator('#page').innerText()

test.each(Object.keys(places) as Place[])(
  'a translated checkout page asks for what is due now, and shows the outcome: a translation is %s (bugs F4)',
  async (place) => {
    const payment = await createPayment(quick, '3')
    const { page } = await visit(payment.checkoutUrl)
    await heading(page, 'Two ways to pay').waitFor()
    await translate(page, place)
    expect(await seen(page)).toContain('«Two ways to pay»')
    expect(await page.locator('.figure').innerText()).toMatch(/^3(?:\.00)? USDC$/)

    await quick.payer.send(payment.depositAddress, oneToken)
    await heading(page, /«2(?:\.00)?\sUSDC still to pay»/).waitFor()
    const asked = await seen(page)
    expect(asked).not.toContain('Two ways to pay')
    expect(asked).not.toMatch(/\b3(?:\.00)? USDC\n/)
    expect(await page.locator('.due').innerText()).toMatch(/^2(?:\.00)? USDC$/)
    // Addresses are never translated.
    expect(asked).not.toMatch(/«0x/)

    await quick.payer.send(payment.depositAddress, 2n * oneToken)
    await heading(page, '«Paid»').waitFor()
    const paid = await seen(page)
    expect(paid).not.toMatch(/still to pay|Send to this address/)
    expect(paid).toContain('«Receipt»')
  },
)

test('a translated checkout page goes through all steps of a wallet', async () => {
  const payment = await createPayment(quick)
  const wallet = await newWallet(quick)
  const { page, button } = await visit(payment.checkoutUrl, { wallets: [wallet] })
  await button('Test Wallet').waitFor()
  await translate(page)
  await button('Test Wallet').click()
  await button(/Pay 10/).click()
  await heading(page, '«Paid»').waitFor()
  expect(await seen(page)).not.toContain('Connect')
})

test('a translated manage page shows what the subscription is now', async () => {
  const { open, contractAddress } = await newSubscriber()
  const { page, button } = await open()
  await heading(page, 'You are subscribed').waitFor()
  await translate(page)
  await merchant.command(contractAddress, 'pause')
  await heading(page, '«Paused. Nothing is taken»').waitFor()
  expect(await seen(page)).not.toContain('You are subscribed')
  await button(/Resume/)
    .first()
    .waitFor()
})

test('a translated widget is subscribed with', async () => {
  const wallet = await newWallet(quick, { abilities: { signsTypedData: true } })
  const { page, button } = await openWidget({ wallets: [wallet] })
  await button('Test Wallet').waitFor()
  await translate(page)
  await button('Test Wallet').click()
  await button(/Allow /).click()
  await heading(page, /«You are subscribed/).waitFor()
  expect(await seen(page)).not.toContain('Two steps')
})

test('a translated page has its own elements again where a translator has made copies of them', async () => {
  const payment = await createPayment(quick, '3')
  const { page } = await visit(payment.checkoutUrl)
  await heading(page, 'Two ways to pay').waitFor()
  // The heading stands in an element that the translator has made anew, which hears nothing of the page.
  await page.evaluate(`{
    const heading = document.querySelector('#state')
    heading.parentElement.insertBefore(heading.cloneNode(true), heading)
    heading.remove()
  }`)
  await quick.payer.send(payment.depositAddress, 3n * oneToken)
  await heading(page, 'Paid').waitFor()
  expect(await seen(page)).not.toContain('Two ways to pay')
})

test('a page whose translation is taken back goes on', async () => {
  const payment = await createPayment(quick, '3')
  const { page } = await visit(payment.checkoutUrl)
  await heading(page, 'Two ways to pay').waitFor()
  await page.evaluate(`
    const heading = document.querySelector('#state')
    const outer = document.createElement('font')
    outer.append('Dos maneras')
    heading.replaceChild(outer, heading.firstChild)
    globalThis.takeBack = () => outer.replaceWith('Two ways to pay')
  `)
  await page.evaluate('takeBack()')
  await quick.payer.send(payment.depositAddress, 3n * oneToken)
  await heading(page, 'Paid').waitFor()
  expect(await seen(page)).not.toContain('Two ways to pay')
})
