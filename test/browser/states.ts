/** Every state in which a payer may find the page, and the steps that lead to it. */
import { pad } from 'viem'
import { minuteMs } from '../../machines/durations.ts'
import type { Json, PaymentJson } from '../../examples/client/merchant.ts'
import { type Chain, oneToken, quick, slow } from './chains.ts'
import { startProxy } from './proxy.ts'
import { once } from './once.ts'
import { along, asOpened, type Reach } from './paths.ts'
import { onPhone } from './visit.ts'
import { createPayment, factoryOf, merchant, newWallet, visit } from './world.ts'

const twoHoursInDays = 2 / 24
const lossToldAfterMs = 15_000

type Wishes = {
  chain?: Chain
  search?: string
  more?: Json
  /** One that there is already. */
  known?: PaymentJson
}

/** Opens a payment of 25.50 in a payer's browser with a wallet. */
async function arrive({
  chain = quick,
  search = '?name=A+pound+of+coffee',
  more = {},
  known,
}: Wishes = {}) {
  const payment = known ?? (await createPayment(chain, '25.5', more))
  const wallet = await newWallet(chain)
  const visited = await visit(`${payment.checkoutUrl}${search}`, { wallets: [wallet] })
  await visited.page.getByRole('heading', { level: 2 }).waitFor()
  const send = (tokens: number) =>
    chain.payer.send(payment.depositAddress, BigInt(tokens * 2) * (oneToken / 2n))
  const refund = (value: string) =>
    merchant.mandate.refunds.record(payment.id, { amount: { value, currency: quick.codes[0] } })
  const cancel = () => merchant.mandate.payments.cancel(payment.id)
  return { payment, wallet, visited, send, refund, cancel }
}

const openings: Record<string, Reach> = {
  'waiting-without-wallet': async () => {
    const { checkoutUrl } = await createPayment(quick, '25.5')
    return visit(checkoutUrl)
  },
  'waiting-on-a-phone': async () => {
    const { checkoutUrl } = await createPayment(quick, '25.5')
    return visit(checkoutUrl, onPhone)
  },
  'waiting-nearly-over': async () => {
    const { now } = await merchant.mandate.testClock.read()
    const expiresAt = new Date(Date.parse(now) + 4 * minuteMs).toISOString()
    return (await arrive({ more: { expiresAt } })).visited
  },
  'plain-without-scripts': async () => {
    const { checkoutUrl } = await createPayment(quick, '25.5')
    return visit(checkoutUrl, { showsPlainPage: true })
  },
  'plain-paid': async () => {
    const { checkoutUrl, depositAddress } = await createPayment(quick, '25.5')
    const visited = await visit(checkoutUrl)
    await quick.payer.send(depositAddress, (51n * oneToken) / 2n)
    await visited.heading('Paid').waitFor()
    return visit(checkoutUrl, { showsPlainPage: true })
  },
  unknown: async () => {
    const visited = await visit(`${merchant.dev.baseUrl}/checkout/nothing`)
    visited.allow(/404/)
    return visited
  },
}

/** The same payment in other words. */
const wordings = along(arrive, {
  'waiting-in-russian': ({ visited, payment }) =>
    visited.page.goto(`${payment.checkoutUrl}?lang=ru`),
  'waiting-in-spanish': ({ visited, payment }) =>
    visited.page.goto(`${payment.checkoutUrl}?lang=es`),
  'waiting-long-name': ({ visited, payment }) =>
    visited.page.goto(`${payment.checkoutUrl}?name=${'Donaudampfschiff'.repeat(40)}`),
})

const byWallet = along(arrive, {
  waiting: asOpened,
  'waiting-code-for-wallets': ({ visited }) =>
    visited.page.getByRole('tab', { name: 'Wallet app' }).click(),
  'wallet-connected': async ({ visited }) => {
    await visited.page.getByRole('tab', { name: 'Wallet app' }).press('ArrowLeft')
    await visited.button('Test Wallet').click()
    await visited.button(/^Pay 25/).waitFor()
  },
  'wallet-declined': async ({ visited, wallet }) => {
    wallet.refuseNext('eth_sendTransaction')
    await visited.button(/^Pay 25/).click()
    await visited.text(/You declined/).waitFor()
  },
  'wallet-wrong-network': async ({ visited, wallet }) => {
    wallet.learn(slow)
    await wallet.moveTo(slow)
    await visited.text('Your wallet is on another network.').waitFor()
  },
  'wallet-asks': async ({ visited, wallet }) => {
    await wallet.moveTo(quick)
    wallet.hold('eth_sendTransaction')
    await visited.button(/^Pay 25/).click()
    await visited.text('Confirm the payment in Test Wallet.').waitFor()
  },
})

const wallets: Record<string, Reach> = {
  'wallet-with-too-little': async () => {
    const { checkoutUrl } = await createPayment(quick, '25.5')
    const visited = await visit(checkoutUrl, { wallets: [await newWallet(quick, { tokens: 3 })] })
    await visited.button('Test Wallet').click()
    await visited.text(/is missing/).waitFor()
    return visited
  },
  'wallet-not-trusted': async () => {
    const { visited, wallet, payment } = await arrive()
    wallet.lieAbout(await factoryOf(payment), pad(`0x${'ab'.repeat(20)}`))
    await visited.button('Test Wallet').click()
    await visited.heading('Do not pay to this address').waitFor()
    return visited
  },
}

const slowly = along(() => arrive({ chain: slow }), {
  sent: async ({ visited }) => {
    await visited.button('Test Wallet').click()
    await slow.holdBlocks()
    await visited.button(/^Pay 25/).click()
    await visited.heading('Sent from your wallet').waitFor()
  },
  // One, or two where money of another payment is moved on in the next block.
  confirming: ({ visited }) => visited.text(/^[12] of 3 confirmations/).waitFor(),
})

const inParts = along(arrive, {
  partial: async ({ visited, send }) => {
    await send(20)
    await visited.heading(/^5\.50\sUSDC still to pay/).waitFor()
  },
  'taken-back': async ({ visited }) => {
    await quick.takeBack(1)
    await visited.heading(/^Waiting for your payment/).waitFor()
  },
  overpaid: async ({ visited, send }) => {
    await send(30)
    await visited.heading(/^Paid, and 4\.50\sUSDC too much/).waitFor()
  },
  'excess-returned': async ({ visited, refund }) => {
    await refund('4.5')
    await visited.text(/has recorded that 4\.5/).waitFor()
  },
})

const paid = along(arrive, {
  paid: async ({ visited, send }) => {
    await send(25.5)
    await visited.heading('Paid').waitFor()
  },
  'paid-with-way-back': async ({ payment, visited }) => {
    await visited.page.goto(`${payment.checkoutUrl}?success-url=https://shop.example/thanks`)
    await visited.page.getByRole('link', { name: 'Return to shop.example' }).waitFor()
  },
})

const troubles: Record<string, Reach> = {
  'connection-lost': async () => {
    const proxy = await startProxy(merchant.dev.baseUrl)
    const { checkoutUrl } = await createPayment(quick, '25.5')
    const visited = await visit(checkoutUrl.replace(merchant.dev.baseUrl, proxy.url))
    visited.allow(/ERR_/)
    await visited.page.clock.install()
    await proxy.stop()
    await visited.page.clock.runFor(lossToldAfterMs)
    await visited.text(/Connection lost/).waitFor()
    return visited
  },
  'wrong-token': async () => {
    const { payment, visited } = await arrive()
    await quick.mint(quick.tokens[1], payment.depositAddress, 25n * oneToken)
    await visited.text('Another token has arrived').waitFor()
    return visited
  },
}

/** Two payments whose hour is over: they share the hours that pass. */
const overdue = once(async () => {
  const open = () => createPayment(quick, '25.5')
  const [unpaid, partial] = await Promise.all([open(), open()])
  await quick.payer.send(partial.depositAddress, 20n * oneToken)
  await merchant.pass(twoHoursInDays)
  return { unpaid, partial }
})

const tooLate = along(async () => arrive({ known: (await overdue()).unpaid }), {
  expired: ({ visited }) => visited.heading('This payment has expired').waitFor(),
  late: async ({ visited, send }) => {
    await send(25.5)
    await visited.heading(/after the deadline/).waitFor()
  },
  refunded: async ({ visited, refund }) => {
    await refund('25.5')
    await visited.heading('Refunded').waitFor()
  },
})

const calledOff = along(arrive, {
  cancelled: async ({ visited, cancel }) => {
    await cancel()
    await visited.heading('This payment was called off').waitFor()
  },
  'paid-after-cancel': async ({ visited, send }) => {
    await send(25.5)
    await visited.heading(/Money arrived/).waitFor()
  },
})

const endings: Record<string, Reach> = {
  underpaid: async () => {
    const { visited } = await arrive({ known: (await overdue()).partial })
    await visited.heading(/^Time ran out, 5\.5/).waitFor()
    return visited
  },
}

export const states: [name: string, reach: Reach][] = Object.entries({
  ...byWallet,
  ...openings,
  ...wordings,
  ...wallets,
  ...slowly,
  ...inParts,
  ...paid,
  ...troubles,
  ...tooLate,
  ...calledOff,
  ...endings,
})
