/** Every state in which a payer may find the widget, and the steps that lead to it. */
import { pad } from 'viem'
import { dev, quick, slow } from './chains.ts'
import { limitGas, noGas } from './gas-limits.ts'
import { endLinks } from './links.ts'
import { latecomers, pauser, weeklyPlan } from './shared-subscribers.ts'
import type { Subscriber } from './subscriptions.ts'
import type { Visit } from './visit.ts'
import type { Abilities, TestWallet } from './wallet.ts'
import { arrive, newCustomer, openWidget, widgetAddress } from './widget-world.ts'
import { merchant, newWallet, visit } from './world.ts'

type Reach = () => Promise<Visit>

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

const reached: Record<string, Reach> = {
  'widget-offer': async () => {
    const { visited, button } = await arrive()
    await button('Test Wallet').waitFor()
    return visited
  },
  'widget-without-wallet': async () => {
    const visited = await openWidget()
    await visited.text('There is no wallet in this browser.').waitFor()
    return visited
  },
  'widget-in-russian': async () => {
    const { visited, button } = await arrive({ search: '&lang=ru' })
    await button('Test Wallet').click()
    await button(/^Разрешить/).waitFor()
    return visited
  },
  'widget-ready': async () => {
    const { visited, text } = await allowable()
    await text('What your wallet may say').click()
    return visited
  },
  'widget-asks': async () => {
    const { visited, wallet, button, text } = await allowable()
    wallet.hold('eth_sendTransaction')
    await button(allow).click()
    await text('Confirm in Test Wallet.').waitFor()
    return visited
  },
  'widget-declined': async () => {
    const { visited, wallet, button, text } = await allowable()
    wallet.refuseNext('eth_sendTransaction')
    await button(allow).click()
    await text(/You declined/).waitFor()
    return visited
  },
  'widget-wrong-network': async () => {
    const { visited, text } = await connect({ startsOn: [slow] })
    await text('Your wallet is on another network.').waitFor()
    return visited
  },
  'widget-with-too-little': async () => {
    const { visited, text } = await connect({ tokens: 3 })
    await text(/is missing for the first charge/).waitFor()
    return visited
  },
  'widget-not-trusted': async () => {
    const { visited, wallet, button, heading } = await arrive()
    wallet.lieAbout(quick.factory, pad(`0x${'ab'.repeat(20)}`))
    await button('Test Wallet').click()
    await heading('Do not sign for this subscription').waitFor()
    return visited
  },
  'widget-subscribed': async () => {
    const { visited, button, heading, text } = await allowable()
    await button(allow).click()
    await heading('You are subscribed').waitFor()
    await text('Next charge').waitFor()
    return visited
  },
  'widget-lowered': async () => {
    const { visited, wallet, button, heading } = await allowable()
    wallet.lowerCapTo(35_000_000n)
    await button(allow).click()
    await heading('You are subscribed').waitFor()
    return visited
  },
  'widget-link-for-leaving': async () => {
    const visited = await openWidget({ may: 'leave' })
    await visited.page.getByRole('heading', { level: 1 }).waitFor()
    return visited
  },
}

const permits: Abilities = { signsTypedData: true }

/** Opens the demo plan, whose token takes permits, with a wallet of these abilities. */
async function connectDemo(abilities: Abilities) {
  const wallet = await newWallet(quick, { abilities })
  const visited = await openWidget({ wallets: [wallet] })
  await visited.button('Test Wallet').click()
  await visited.text(/Your wallet will ask/).waitFor()
  return { wallet, visited }
}

/** Chooses a later start for a wallet with 3 of the 10 tokens that a charge takes. */
async function startLater() {
  const arrived = await connect({ tokens: 3 })
  await arrived.text('Or start later').click()
  const date = arrived.page.getByLabel('First charge on')
  await date.fill((await date.getAttribute('min'))!)
  await arrived.button(allow).waitFor()
  await arrived.text(/Your wallet will ask/).waitFor()
  return arrived
}

/** Opens the widget for a Draft of somebody's account. */
async function openDraft(wallets: TestWallet[]) {
  const { account } = await newWallet(quick)
  const customerId = newCustomer()
  const { contractAddress } = await merchant.subscribe(account.address, { customerId })
  return openWidget({ customerId, search: `&subscription=${contractAddress}`, wallets })
}

/** Opens the widget for a plan that its payer has already. */
async function openAgain({ customerId, wallet }: Subscriber, planId = dev.planId): Promise<Visit> {
  const visited = await openWidget({ customerId, planId, wallets: [wallet] })
  await visited.button('Test Wallet').click()
  return visited
}

const ofWays: Record<string, Reach> = {
  'widget-permit': async () => (await connectDemo(permits)).visited,
  'widget-permit-on-its-way': async () => {
    const { visited } = await connectDemo(permits)
    await quick.holdBlocks()
    await visited.button(allow).click()
    await visited.text('Your signature is being brought to the chain…').waitFor()
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
  'widget-reset': async () => {
    const { visited, wallet, button, text } = await allowable()
    wallet.lowerCapTo(5_000_000n)
    await button(allow).click()
    await text(/so nothing can be taken yet/).waitFor()
    await text(/Your wallet will ask twice/).waitFor()
    wallet.hold('eth_sendTransaction')
    await button(allow).click()
    await text('Step 1 of 2, reset: confirm in Test Wallet.').waitFor()
    return visited
  },
}

const others: Record<string, Reach> = {
  'widget-starts-later': async () => (await startLater()).visited,
  'widget-starts-later-allowed': async () => {
    const { visited, button, heading } = await startLater()
    await button(allow).click()
    await heading(/^You have allowed it/).waitFor()
    return visited
  },
  'widget-beginning': async () => {
    const { visited, button, heading, text } = await allowable()
    await quick.holdBlocks()
    await button(allow).click()
    await text('Waiting for the network…').waitFor()
    await quick.mine(1)
    await heading('Your subscription is beginning').waitFor()
    return visited
  },
  'widget-own-number': async () => {
    const { visited, page } = await allowable()
    await page.getByRole('radio', { name: /Another number/ }).check()
    await page.getByRole('textbox').fill('25')
    return visited
  },
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
  'widget-link-expired': async () => {
    const customerId = newCustomer()
    const address = await widgetAddress({ customerId })
    await endLinks({ customerId }, 0)
    const visited = await visit(address)
    visited.allow(/401/)
    await visited.page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    return visited
  },
  'widget-other-account': async () => {
    const visited = await openDraft([await newWallet(quick)])
    await visited.button('Test Wallet').click()
    await visited.heading('Choose another account in your wallet').waitFor()
    return visited
  },
  'widget-not-offered': async () => {
    const visited = await openWidget({ planId: 'unknown' })
    visited.allow(/404/)
    await visited.page.getByRole('heading', { name: 'This plan is not on offer' }).waitFor()
    return visited
  },
  'widget-unknown-link': async () => {
    const visited = await visit(`${dev.widgetUrl}/?plan=${dev.planId}&session=${'a'.repeat(43)}`)
    visited.allow(/401/)
    await visited.page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    return visited
  },
  'widget-service-away': async () => {
    const visited = await openWidget()
    visited.allow(/ERR_|Failed to load/)
    await visited.heading('Two steps').waitFor()
    await visited.page.route(/\/session/, (route) => route.abort())
    await visited.page.reload()
    const away = visited.page.getByRole('heading', { name: 'The service cannot be reached' })
    await visited.hurryTo(away)
    return visited
  },
  'widget-in-a-narrow-frame': async () => {
    const { visited } = await allowable({ search: '&frame-mode=true' })
    return visited
  },
}

export const widgetStates: [name: string, reach: Reach][] = Object.entries({
  ...reached,
  ...ofWays,
  ...others,
})
