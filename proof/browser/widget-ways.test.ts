/** The ways to allow a limit that are better than a transaction, and how they go on when they fail. */
import { afterEach, describe, expect, test } from 'vitest'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { writeContract } from 'viem/actions'
import { oneToken, quick } from '../../test/browser/chains.ts'
import { limitGas, noGas } from '../../test/browser/gas-limits.ts'
import { signElsewhere } from '../../test/browser/permit-elsewhere.ts'
import { clientOf } from '../../test/browser/wallet-account.ts'
import type { Abilities, TestWallet } from '../../test/browser/wallet.ts'
import {
  arrive,
  newCustomer,
  openWidget,
  subscriptionsOf,
} from '../../test/browser/widget-world.ts'
import { judgeVisits, newWallet } from '../../test/browser/world.ts'

judgeVisits()

const allowAll = /^Allow 240\.00.USD[CT] and subscribe/
/** All that a wallet may be asked that its owner has to answer. */
const prompting = [
  'eth_requestAccounts',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_switchEthereumChain',
]
const promptsOf = (wallet: TestWallet) =>
  wallet.requests.map(({ method }) => method).filter((method) => prompting.includes(method))

/** Opens the demo plan, whose token takes permits. */
async function connect(abilities: Abilities) {
  const customerId = newCustomer()
  const wallet = await newWallet(quick, { abilities })
  const visited = await openWidget({ customerId, wallets: [wallet] })
  await visited.button('Test Wallet').click()
  const status = async () => (await subscriptionsOf(customerId))[0]?.status
  const { page, button, heading, text } = visited
  return { customerId, wallet, status, visited, page, button, heading, text }
}

const permits = { signsTypedData: true }

describe('a permit', () => {
  test('makes a payer Active by two taps, one signature and no transaction', async () => {
    const { wallet, status, button, heading, text } = await connect(permits)
    await text('Your wallet will ask once, for a signature. It costs no network fee.').waitFor()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
    await expect.poll(status).toBe('Active')
    expect(promptsOf(wallet)).toEqual(['eth_requestAccounts', 'eth_signTypedData_v4'])
  })

  test('may be declined and signed after all', async () => {
    const { wallet, button, heading, text } = await connect(permits)
    wallet.refuseNext('eth_signTypedData_v4')
    await button(allowAll).click()
    await text(/You declined in the wallet/).waitFor()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
  })

  test('that the wallet cannot sign after all leaves the plain transaction', async () => {
    const { wallet, button, heading, text } = await connect({})
    await text(/for a signature/).waitFor()
    await button(allowAll).click()
    await text('The wallet cannot do that. Use a plain transaction instead.').waitFor()
    await text(/Your wallet will ask once, for a transaction/).waitFor()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
    expect(wallet.sent()).toHaveLength(1)
  })

  test('whose number another transaction used first is void, and can be signed again', async () => {
    const { wallet, button, heading, text } = await connect(permits)
    const answer = wallet.hold('eth_signTypedData_v4')
    await button(allowAll).click()
    await text('Confirm in Test Wallet.').waitFor()
    await useNonce(wallet)
    answer()
    await text(/Another signature of this wallet was used first/).waitFor()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
    expect(wallet.countOf('eth_signTypedData_v4')).toBe(2)
  })

  test('of a smaller sum that the payer chose is accepted and explained', async () => {
    const { page, button, heading, text } = await connect(permits)
    await page.getByRole('radio', { name: '3 charges' }).check()
    await button(/^Allow 30\.00.USDC/).click()
    await heading('You are subscribed').waitFor()
    await text(/You have allowed 3 charges in all/).waitFor()
  })
})

describe('a merchant who cannot send permits', () => {
  afterEach(() => limitGas())

  test('because that is switched off: the page goes on by a transaction', async () => {
    await limitGas({ relaysPermits: false })
    const { visited, wallet, button, heading, text } = await connect(permits)
    visited.allow(/409|422/)
    await button(allowAll).click()
    await text(/The shop brings no signatures to the chain at the moment/).waitFor()
    await text(/Your wallet will ask once, for a transaction/).waitFor()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
    expect(wallet.sent()).toHaveLength(1)
  })

  test('for want of gas: the payer hears that it waits, and sees it come by itself', async () => {
    await limitGas(noGas)
    const { button, heading, text } = await connect(permits)
    await button(allowAll).click()
    await text(/cannot bring your signature to the chain now/).waitFor()
    await text(/Your wallet will ask once, for a transaction/).waitFor()
    await limitGas()
    await heading('You are subscribed').waitFor({ timeout: 60_000 })
  })
})

describe('several calls at once', () => {
  test('make a payer Active by two taps and one confirmation', async () => {
    const { wallet, heading, button, text } = await arrive({ abilities: { batches: 'supported' } })
    await button('Test Wallet').click()
    await text('Your wallet will ask once.').waitFor()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
    expect(promptsOf(wallet)).toEqual(['eth_requestAccounts', 'wallet_sendCalls'])
    expect(wallet.sent()).toEqual([])
  })

  test('reset a limit of before and set the new one in one confirmation, after an upgrade', async () => {
    const { wallet, heading, button, text } = await arrive({ abilities: { batches: 'ready' } })
    wallet.lowerCapTo(5n * oneToken)
    await button('Test Wallet').click()
    await button(allowAll).click()
    await text(/You have allowed 5\.00.USDT. One charge is 10\.00.USDT/).waitFor()
    wallet.lowerCapTo(null)
    await text(/offers to turn your account into a smart account/).waitFor()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
    expect(promptsOf(wallet)).toEqual([
      'eth_requestAccounts',
      'eth_sendTransaction',
      'wallet_sendCalls',
    ])
  })

  test('may be declined and confirmed after all, or left for a plain transaction', async () => {
    const { wallet, heading, button, text } = await arrive({ abilities: { batches: 'supported' } })
    wallet.refuseNext('wallet_sendCalls')
    await button('Test Wallet').click()
    await button(allowAll).click()
    await text(/You declined in the wallet/).waitFor()
    await button('Use a plain transaction instead').click()
    await button(allowAll).click()
    await heading('You are subscribed').waitFor()
    expect(wallet.sent()).toHaveLength(1)
  })
})

/** Uses the number of the wallet's next permit up, as a permit for somebody else does. */
async function useNonce({ account }: TestWallet): Promise<void> {
  const client = clientOf(quick)
  const { chainId, factory: spender } = quick
  const address = quick.tokens[0]
  await writeContract(client, {
    account: account.signer,
    chain: client.chain!,
    address,
    abi: erc20Abi,
    functionName: 'permit',
    args: await signElsewhere(account, { chainId, token: address, spender, value: 0n }),
  })
}
