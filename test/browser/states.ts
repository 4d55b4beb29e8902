/** Every state in which a payer may find the page, and the steps that lead to it. */
import { pad } from 'viem'
import type { Json, PaymentJson } from '../../examples/client/merchant.ts'
import { type Chain, oneToken, quick, slow } from './chains.ts'
import { startProxy } from './proxy.ts'
import { once } from './shared-subscribers.ts'
import type { Visit } from './visit.ts'
import { createPayment, factoryOf, merchant, newWallet, visit } from './world.ts'

type Reach = () => Promise<Visit>

const twoHoursInDays = 2 / 24
const minuteMs = 60_000
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

async function connect(chain = quick) {
  const arrived = await arrive({ chain })
  await arrived.visited.button('Test Wallet').click()
  await arrived.visited.button(/^Pay 25/).waitFor()
  return arrived
}

const openings: Record<string, Reach> = {
  waiting: async () => (await arrive()).visited,
  'waiting-without-wallet': async () => {
    const { checkoutUrl } = await createPayment(quick, '25.5')
    return visit(checkoutUrl)
  },
  'waiting-nearly-over': async () => {
    const { now } = await merchant.mandate.testClock.read()
    const expiresAt = new Date(Date.parse(now) + 4 * minuteMs).toISOString()
    return (await arrive({ more: { expiresAt } })).visited
  },
  'waiting-code-for-wallets': async () => {
    const { visited } = await arrive()
    await visited.page.getByRole('tab', { name: 'Wallet app' }).click()
    return visited
  },
  'waiting-in-russian': async () => (await arrive({ search: '?lang=ru' })).visited,
  'waiting-in-spanish': async () => (await arrive({ search: '?lang=es' })).visited,
  'waiting-long-name': async () =>
    (await arrive({ search: `?name=${'Donaudampfschiff'.repeat(40)}` })).visited,
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

const wallets: Record<string, Reach> = {
  'wallet-connected': async () => (await connect()).visited,
  'wallet-asks': async () => {
    const { visited, wallet } = await connect()
    wallet.hold('eth_sendTransaction')
    await visited.button(/^Pay 25/).click()
    await visited.text('Confirm the payment in Test Wallet.').waitFor()
    return visited
  },
  'wallet-declined': async () => {
    const { visited, wallet } = await connect()
    wallet.refuseNext('eth_sendTransaction')
    await visited.button(/^Pay 25/).click()
    await visited.text(/You declined/).waitFor()
    return visited
  },
  'wallet-wrong-network': async () => {
    const { visited, wallet } = await connect()
    wallet.learn(slow)
    await wallet.moveTo(slow)
    await visited.text('Your wallet is on another network.').waitFor()
    return visited
  },
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

const progress: Record<string, Reach> = {
  sent: async () => {
    const { visited } = await connect(slow)
    await slow.holdBlocks()
    await visited.button(/^Pay 25/).click()
    await visited.heading('Sent from your wallet').waitFor()
    return visited
  },
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
  partial: async () => {
    const { visited, send } = await arrive()
    await send(20)
    await visited.heading(/^5\.5\sUSDC still to pay/).waitFor()
    return visited
  },
  'taken-back': async () => {
    const { visited, send } = await arrive()
    await send(20)
    await visited.heading(/still to pay/).waitFor()
    await quick.takeBack(1)
    await visited.heading(/^Waiting for your payment/).waitFor()
    return visited
  },
  confirming: async () => {
    const { visited, send } = await arrive({ chain: slow })
    await send(25.5)
    // One, or two where money of another payment is moved on in the next block.
    await visited.text(/^[12] of 3 confirmations/).waitFor()
    return visited
  },
  paid: async () => {
    const { visited, send } = await arrive()
    await send(25.5)
    await visited.heading('Paid').waitFor()
    return visited
  },
  'paid-with-way-back': async () => {
    const { payment, visited, send } = await arrive()
    await send(25.5)
    await visited.heading('Paid').waitFor()
    await visited.page.goto(`${payment.checkoutUrl}?success-url=https://shop.example/thanks`)
    await visited.page.getByRole('link', { name: 'Return to shop.example' }).waitFor()
    return visited
  },
  overpaid: async () => {
    const { visited, send } = await arrive()
    await send(30)
    await visited.heading(/^Paid, and 4\.5\sUSDC too much/).waitFor()
    return visited
  },
  'excess-returned': async () => {
    const { visited, send, refund } = await arrive()
    await send(30)
    await visited.heading(/too much/).waitFor()
    await refund('4.5')
    await visited.text(/has recorded that 4\.5/).waitFor()
    return visited
  },
  'wrong-token': async () => {
    const { payment, visited } = await arrive()
    await quick.mint(quick.tokens[1], payment.depositAddress, 25n * oneToken)
    await visited.text('Another token has arrived').waitFor()
    return visited
  },
}

/** Payments whose hour is over: they share the hours that pass. */
const overdue = once(async () => {
  const open = () => createPayment(quick, '25.5')
  const [unpaid, partial, late, returned] = await Promise.all([open(), open(), open(), open()])
  await quick.payer.send(partial.depositAddress, 20n * oneToken)
  await merchant.pass(twoHoursInDays)
  return { unpaid, partial, late, returned }
})

const endings: Record<string, Reach> = {
  expired: async () => {
    const { visited } = await arrive({ known: (await overdue()).unpaid })
    await visited.heading('This payment has expired').waitFor()
    return visited
  },
  underpaid: async () => {
    const { visited } = await arrive({ known: (await overdue()).partial })
    await visited.heading(/^Time ran out, 5\.5/).waitFor()
    return visited
  },
  late: async () => {
    const { visited, send } = await arrive({ known: (await overdue()).late })
    await send(25.5)
    await visited.heading(/after the deadline/).waitFor()
    return visited
  },
  refunded: async () => {
    const { visited, send, refund } = await arrive({ known: (await overdue()).returned })
    await send(25.5)
    await visited.heading(/after the deadline/).waitFor()
    await refund('25.5')
    await visited.heading('Refunded').waitFor()
    return visited
  },
  cancelled: async () => {
    const { visited, cancel } = await arrive()
    await cancel()
    await visited.heading('This payment was called off').waitFor()
    return visited
  },
  'paid-after-cancel': async () => {
    const { visited, cancel, send } = await arrive()
    await cancel()
    await send(25.5)
    await visited.heading(/Money arrived/).waitFor()
    return visited
  },
}

export const states: [name: string, reach: Reach][] = Object.entries({
  ...openings,
  ...wallets,
  ...progress,
  ...endings,
})
