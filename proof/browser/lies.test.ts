/** A service that says something else than the chain does: whatever it is, nothing is signed. */
import { expect, test } from 'vitest'
import { quick } from '../../test/browser/chains.ts'
import type { Tab } from '../../test/browser/visit.ts'
import { openWidget } from '../../test/browser/widget-world.ts'
import { judgeVisits, newWallet } from '../../test/browser/world.ts'

judgeVisits()

const stranger = '0x00000000000000000000000000000000DeaDBeef'

type Told = {
  contractAddress: string
  factory: string
  amount: string
  terms: Record<string, unknown>
  token: { decimals: number; address: string }
  chain: { chainId: number }
}
type Lie = [what: string, lie: (told: Told) => void]

/** Lies about a subscription, alone: its plan is told as it is. */
const lies: Lie[] = [
  ['the contract', (told) => (told.contractAddress = stranger)],
  ['who makes the contract', (told) => (told.factory = stranger)],
  ['the receiver', ({ terms }) => (terms['merchant'] = stranger)],
  ['the token', ({ terms }) => (terms['token'] = quick.tokens[1])],
  ['the operator', ({ terms }) => (terms['operator'] = stranger)],
  ['the amount', ({ terms }) => (terms['amount'] = '11000000')],
  ['the period', ({ terms }) => (terms['periodDays'] = 1)],
  ['the number of charges', ({ terms }) => (terms['maxPeriods'] = 25)],
  ['the grace', ({ terms }) => (terms['graceDays'] = 365)],
  ['how long it may begin', ({ terms }) => (terms['activateUntil'] = 2 ** 39)],
]
/** Lies about a plan, which its subscription tells as well, as a shop of them would. */
const planLies: Lie[] = [
  ['how the token counts', ({ token }) => (token.decimals = 2)],
  ['which token it is', ({ token }) => (token.address = quick.tokens[1])],
]

const signing = ['eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls']

async function lieAt({ page }: Tab, path: string, lie: Lie[1]): Promise<void> {
  await page.route(
    (url) => url.pathname.includes(path),
    async (route) => {
      const response = await route.fetch()
      const json = await response.json().catch(() => null)
      if (json === null) return route.fulfill({ response })
      for (const told of json.subscriptions ?? [json]) if (told.terms ?? told.token) lie(told)
      await route.fulfill({ response, json })
    },
  )
}

test.each([
  ...lies.map(([what, lie]): [string, string, Lie[1]] => [what, '/session/subscriptions', lie]),
  ...planLies.map(([what, lie]): [string, string, Lie[1]] => [what, '/session/plans/', lie]),
])('the widget refuses a service that lies about %s', async (_, path, lie) => {
  const wallet = await newWallet(quick, { abilities: { signsTypedData: true } })
  const visited = await openWidget({ wallets: [wallet] })
  await lieAt(visited, path, lie)
  await visited.page.reload()
  await visited.button('Test Wallet').click()
  await visited.page.getByRole('alert').first().waitFor()
  expect(await visited.button(/^Allow /).count()).toBe(0)
  expect(signing.map((method) => wallet.countOf(method))).toEqual([0, 0, 0])
  await visited.page.unrouteAll({ behavior: 'ignoreErrors' })
})
