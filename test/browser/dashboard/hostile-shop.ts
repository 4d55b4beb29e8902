/** A shop into every field of which somebody has written whatever breaks pages, files, mails and logs. */
import { expect } from 'vitest'
import type { Json, Merchant } from '../../../examples/client/merchant.ts'
import { dev, oneToken, quick } from '../chains.ts'
import { asOperator, newShop } from '../shops.ts'
import { newSubscriber } from '../subscriptions.ts'
import { findIds, type Everything } from './every-screen.ts'

/** In whatever is written into any field. */
export const mark = '=1+1<img src=x onerror='
const hostile = `${mark}"document.title=1"><svg onload=document.title=2>'"\u202eevil\u2066\u200b🧨👨‍👩‍👧${'W'.repeat(1_000)}`
/**
 * Cuts the text to what a field takes: a formula, markup, quotes, a change of direction, nothing that is seen, emoji,
 * one long word.
 */
export const cut = (length: number): string => Array.from(hostile).slice(0, length).join('')
/** Tries lines where they may stand: a header, or a row of a file, as some would read it. */
const lines = `${cut(120)}\r\nBcc: all@pay.example\r\n\t@SUM(1)`

export async function newHostileShop(): Promise<Everything> {
  const shop = await newShop(cut(100), cut(100))
  // Before anything happens in it: nothing that happened earlier is sent.
  await shop.sendWebhooksTo(`http://127.0.0.1:9/${encodeURIComponent(cut(200))}`)
  const customerId = cut(90)
  const { wallet } = await newSubscriber({
    shop,
    customerId,
    more: { metadata: JSON.stringify({ [cut(60)]: cut(200) }) },
  })
  await leave(shop, wallet.account.address)
  await takePayments(shop)
  await writeSettings(shop)
  await verify(shop)
  const ids = { ...(await findIds(shop)), customers: customerId, payers: wallet.account.address }
  return { shop, ids }
}

/** A customer who leaves, and says why. */
async function leave(shop: Merchant, payer: string): Promise<void> {
  const customerId = cut(91)
  const { contractAddress } = await shop.subscribe(payer, { customerId, metadata: cut(200) })
  await shop.command(contractAddress, 'cancel')
  const { token } = await shop.mandate.customerTokens.create({ customerId })
  await say(`/session/subscriptions/${contractAddress}/feedback`, token, {
    feedback: 'Other',
    comment: lines,
  })
  await shop.post('/integration/subscriptions/revoke-customer-tokens', { customerId })
}

async function say(path: string, token: string, body: Json): Promise<void> {
  const response = await fetch(dev.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** More came than was asked for; a part of that is given back twice, and the rest waits for a decision. */
async function takePayments(shop: Merchant): Promise<void> {
  const more = { description: lines, metadata: cut(200) }
  const { id, depositAddress } = await shop.createPayment('10', more)
  await quick.mint(quick.tokens[0], depositAddress, 12n * oneToken)
  await expect.poll(async () => (await shop.readPayment(id)).exception).toBe('Overpaid')
  const refund = { amount: { value: '0.5', currency: quick.codes[0] }, note: lines }
  await shop.post(`/integration/payments/${id}/refunds`, refund)
  await shop.asPerson('POST', `/test/payments/${id}/refunds`, refund)
}

async function writeSettings(shop: Merchant): Promise<void> {
  const texts = { name: cut(100), description: lines, tags: [cut(40)] }
  const plan = { ...texts, asset: quick.codes[0], amount: '10', periodDays: 31 }
  const { id } = await shop.asPerson<{ id: string }>('POST', '/test/plans', plan)
  await shop.asPerson('PATCH', `/test/plans/${id}`, texts)
  const label = { label: cut(100) }
  const { name } = await shop.asPerson<{ name: string }>('POST', '/test/api-keys', {
    ...label,
    proof: shop.proof,
  })
  await shop.asPerson('PATCH', `/test/api-keys/${name}`, label)
  const page = `https://shop.example/${encodeURIComponent(cut(50))}`
  await shop.asPerson('PUT', '/test/profile', { name: cut(60), site: page, support: page })
  await shop.asPerson('POST', '/test/payments', {
    amount: { value: '10', currency: quick.codes[0] },
    expiresInSeconds: 3_600,
    description: lines,
    reference: cut(200),
  })
  await shop.asPerson('POST', '/test/customer-links', {
    customerId: cut(200),
    expiresInSeconds: 3_600,
  })
  await shop.call('GET', `/integration/payments/of-everything${encodeURIComponent(cut(200))}`)
}

/** Sent back once, then taken back, both with a reason that the merchant reads. */
async function verify(shop: Merchant): Promise<void> {
  const { merchant } = await shop.asPerson<{ merchant: { id: string } }>('GET', '/me')
  const details = {
    legalName: cut(200),
    registrationNumber: cut(100),
    country: 'PL',
    website: `https://shop.example/${encodeURIComponent(cut(200))}`,
    contactEmail: 'owner@shop.example',
  }
  const decide = (decision: string, body: Json = {}) =>
    asOperator('POST', `/operator/verifications/${merchant.id}/${decision}`, body)
  await shop.asPerson('POST', '/test/verification', details)
  await decide('reject', { reason: lines })
  await shop.asPerson('POST', '/test/verification', details)
  await decide('approve')
  await decide('revoke', { reason: lines })
}
