/** Every state in which a payer may find the widget, and the steps that lead to it. */
import { pad } from 'viem'
import { dev, quick, slow } from './chains.ts'
import { limitGas, noGas } from './gas-limits.ts'
import { endLinks } from './links.ts'
import { along, asOpened, type Reach } from './paths.ts'
import { latecomers, pauser, weeklyPlan } from './shared-subscribers.ts'
import type { Subscriber } from './subscriptions.ts'
import type { Visit } from './visit.ts'
import type { Abilities } from './wallet.ts'
import { arrive, newCustomer, openWidget, widgetAddress } from './widget-world.ts'
import { merchant, newWallet } from './world.ts'

const allow = /^Allow /

async function connect(wishes: Parameters<typeof arrive>[0] = {}) {
  const arrived = await arrive(wishes)
  await arrived.button('Test Wallet').click()
  return arrived
}

async function allowable(wishes: Parameters<typeof arrive>[0] = {}) {
  const arrived = await connect(wishes)
  await arrived.button(allow).waitFor()
  await arrived.text(/Your wallet will ask/).waitFor()
  return arrived
}

const subscribing = along(arrive, {
  'widget-offer': ({ button }) => button('Test Wallet').waitFor(),
  'widget-ready': async ({ button, text }) => {
    await button('Test Wallet').click()
    await text(/Your wallet will ask/).waitFor()
    await text('What your wallet may say').click()
  },
  'widget-own-number': async ({ page, text }) => {
    await text('What your wallet may say').click()
    await page.getByRole('radio', { name: /Another number/ }).check()
    await page.getByRole('textbox').fill('25')
  },
  'widget-declined': async ({ wallet, page, button, text }) => {
    await page.getByRole('radio', { name: /^All/ }).check()
    wallet.refuseNext('eth_sendTransaction')
    await button(allow).click()
    await text(/You declined/).waitFor()
  },
  'widget-asks': async ({ wallet, button, text }) => {
    wallet.hold('eth_sendTransaction')
    await button(allow).click()
    await text('Confirm in Test Wallet.').waitFor()
  },
  'widget-beginning': async ({ wallet, heading, text }) => {
    await quick.holdBlocks()
    wallet.letGo('eth_sendTransaction')
    await text('Waiting for the network…').waitFor()
    await quick.mine(1)
    await heading('Your subscription is beginning').waitFor()
  },
  'widget-subscribed': async ({ heading, text }) => {
    await heading('You are subscribed').waitFor()
    await text('Next charge').waitFor()
  },
})

const lowering = along(allowable, {
  'widget-reset': async ({ wallet, button, text }) => {
    wallet.lowerCapTo(5_000_000n)
    await button(allow).click()
    await text(/so nothing can be taken yet/).waitFor()
    await text(/Your wallet will ask twice/).waitFor()
    wallet.hold('eth_sendTransaction')
    await button(allow).click()
    await text('Step 1 of 2, reset: confirm in Test Wallet.').waitFor()
  },
  'widget-lowered': async ({ wallet, heading }) => {
    wallet.lowerCapTo(35_000_000n)
    wallet.letGo('eth_sendTransaction')
    await heading('You are subscribed').waitFor()
  },
})

const short = along(() => connect({ tokens: 3 }), {
  'widget-with-too-little': ({ text }) => text(/is missing for the first charge/).waitFor(),
  'widget-starts-later': async ({ page, button, text }) => {
    await text('Or start later').click()
    const date = page.getByLabel('First charge on')
    await date.fill((await date.getAttribute('min'))!)
    await button(allow).waitFor()
    await text(/Your wallet will ask/).waitFor()
  },
  'widget-starts-later-allowed': async ({ button, heading }) => {
    await button(allow).click()
    await heading(/^You have allowed it/).waitFor()
  },
})

const walletless = along(async () => ({ visited: await openWidget() }), {
  'widget-without-wallet': ({ visited }) =>
    visited.text('There is no wallet in this browser.').waitFor(),
  'widget-opening': ({ visited }) => openSlowly(visited, /\/session$/),
  'widget-opening-plan': ({ visited }) => openSlowly(visited, /\/session\/plans/),
  'widget-service-away': async ({ visited }) => {
    visited.allow(/ERR_|Failed to load/)
    await visited.page.unrouteAll()
    await visited.page.route(/\/session/, (route) => route.abort())
    await visited.page.reload()
    const away = visited.page.getByRole('heading', { name: 'The service cannot be reached' })
    await visited.hurryTo(away)
  },
})

/** Opens the page once more, and leaves what it asks for there without an answer. */
async function openSlowly({ page }: Visit, unanswered: RegExp): Promise<void> {
  await page.unrouteAll()
  await page.route(unanswered, () => undefined)
  const asked = page.waitForRequest(unanswered)
  await page.reload()
  await asked
  await page.getByRole('heading', { level: 1, name: 'Opening…' }).waitFor()
}

/** Opens the demo plan, whose token takes permits, with a wallet of these abilities. */
async function connectDemo(abilities: Abilities) {
  const wallet = await newWallet(quick, { abilities })
  const visited = await openWidget({ wallets: [wallet] })
  await visited.button('Test Wallet').click()
  await visited.text(/Your wallet will ask/).waitFor()
  return { wallet, visited }
}

const permits: Abilities = { signsTypedData: true }

const byPermit = along(() => connectDemo(permits), {
  'widget-permit': asOpened,
  'widget-permit-on-its-way': async ({ visited }) => {
    await quick.holdBlocks()
    await visited.button(allow).click()
    await visited.text('Your signature is being brought to the chain…').waitFor()
  },
})

/** Opens the widget for a plan that its payer has already. */
async function openAgain({ customerId, wallet }: Subscriber, planId = dev.planId): Promise<Visit> {
  const visited = await openWidget({ customerId, planId, wallets: [wallet] })
  await visited.button('Test Wallet').click()
  return visited
}

const others: Record<string, Reach> = {
  'widget-in-russian': async () => {
    const { visited, button } = await arrive({ search: '&lang=ru' })
    await button('Test Wallet').click()
    await button(/^Разрешить/).waitFor()
    return visited
  },
  'widget-wrong-network': async () => {
    const { visited, text } = await connect({ startsOn: [slow] })
    await text('Your wallet is on another network.').waitFor()
    return visited
  },
  'widget-not-trusted': async () => {
    const { visited, wallet, button, heading } = await arrive()
    wallet.lieAbout(quick.factory, pad(`0x${'ab'.repeat(20)}`))
    await button('Test Wallet').click()
    await heading('Do not sign for this subscription').waitFor()
    return visited
  },
  'widget-permit-waits': async () => {
    const { visited } = await connectDemo(permits)
    try {
      await limitGas(noGas)
      await visited.button(allow).click()
      await visited.hurryTo(visited.text(/cannot bring your signature to the chain now/))
      await visited.text(/Your wallet will ask once, for a transaction/).waitFor()
      // It will be sent now, and reaches no block while the page is looked at.
      await quick.holdBlocks()
    } finally {
      await limitGas()
    }
    return visited
  },
  'widget-permit-refused': async () => {
    const { visited } = await connectDemo({})
    await visited.button(allow).click()
    await visited.text('The wallet cannot do that. Use a plain transaction instead.').waitFor()
    await visited.text(/Your wallet will ask once, for a transaction/).waitFor()
    return visited
  },
  'widget-batch': async () => (await allowable({ abilities: { batches: 'supported' } })).visited,
  'widget-paused': async () => {
    const visited = await openAgain(await pauser())
    await visited.heading('You have this plan, and it is paused').waitFor()
    return visited
  },
  'widget-late': async () => {
    const visited = await openAgain((await latecomers()).poor, await weeklyPlan())
    await visited.heading('You have this plan, and a charge could not be made').waitFor()
    return visited
  },
  'widget-other-account': async () => {
    const { account } = await newWallet(quick)
    const customerId = newCustomer()
    const { contractAddress } = await merchant.subscribe(account.address, { customerId })
    const search = `&subscription=${contractAddress}`
    const visited = await openWidget({ customerId, search, wallets: [await newWallet(quick)] })
    await visited.button('Test Wallet').click()
    await visited.heading('Choose another account in your wallet').waitFor()
    return visited
  },
  'widget-in-a-narrow-frame': async () => (await allowable({ search: '&frame-mode=true' })).visited,
}

const closed = along(async () => ({ visited: await openWidget({ may: 'leave' }) }), {
  'widget-link-for-leaving': ({ visited }) =>
    visited.page.getByRole('heading', { name: 'This link cannot start a subscription' }).waitFor(),
  'widget-link-expired': async ({ visited }) => {
    const customerId = newCustomer()
    const address = await widgetAddress({ customerId })
    await endLinks({ customerId }, -1)
    visited.allow(/401/)
    await visited.page.goto(address)
    await visited.page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  },
  'widget-unknown-link': async ({ visited }) => {
    await visited.page.goto(`${dev.widgetUrl}/?plan=${dev.planId}&session=${'a'.repeat(43)}`)
    await visited.page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
  },
  'widget-not-offered': async ({ visited }) => {
    visited.allow(/404/)
    await visited.page.goto(await widgetAddress({ planId: 'unknown' }))
    await visited.page.getByRole('heading', { name: 'This plan is not on offer' }).waitFor()
  },
})

export const widgetStates: [name: string, reach: Reach][] = Object.entries({
  ...subscribing,
  ...lowering,
  ...short,
  ...walletless,
  ...byPermit,
  ...others,
  ...closed,
})
