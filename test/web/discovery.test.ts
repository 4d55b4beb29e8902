import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { discoverWallets } from '../../web/wallet/discovery.ts'
import { toLegacyWallets } from '../../web/wallet/legacy.ts'
import { toWallet, withWallet } from '../../web/wallet/wallet.ts'
import { isAwaited } from '../../web/checkout/wallet/sent-transaction.ts'
import { transferOf, unpaidView } from './views.ts'
import type { Wallet } from '../../web/wallet/provider.ts'

const provider = { request: async () => null }
const info = { uuid: '1', rdns: 'io.wallet', name: 'Wallet', icon: 'data:image/png;base64,AAAA' }

describe('an announced wallet', () => {
  test('is listed with its name and picture', () => {
    expect(toWallet({ info, provider })).toEqual({
      rdns: 'io.wallet',
      name: 'Wallet',
      icon: info.icon,
      provider,
    })
  })

  test.each([
    'https://evil.example/pixel.png',
    'javascript:alert(1)',
    'data:text/html,x',
    7,
    undefined,
  ])('shows no picture from %j', (icon) =>
    expect(toWallet({ info: { ...info, icon }, provider })?.icon).toBeNull(),
  )

  test.each([null, {}, { info }, { info, provider: {} }, { info: { name: 'x' }, provider }])(
    'is not made of %j',
    (detail) => expect(toWallet(detail)).toBeNull(),
  )

  test('has a name of one short line', () => {
    const wallet = toWallet({ info: { ...info, name: `<b>\n${'x'.repeat(500)}` }, provider })
    expect(wallet?.name).toMatch(/^<b> x{100,120}…$/)
  })

  test('is listed once and keeps its place when it announces itself again', () => {
    const wallet = toWallet({ info, provider }) as Wallet
    const other = { ...wallet, rdns: 'io.other' }
    const known = [wallet, other, { ...wallet, name: 'Again' }].reduce(
      withWallet,
      [] as readonly Wallet[],
    )
    expect(known).toEqual([wallet, other])
  })
})

describe('a wallet at window.ethereum (bugs F7)', () => {
  const name = 'Wallet of this browser'

  test('is offered without a name of its own', () => {
    expect(toLegacyWallets(provider, name)).toEqual([
      { rdns: 'window.ethereum', name, icon: null, provider },
    ])
  })

  test('is each of several that share the place', () => {
    const other = { request: async () => null }
    const shared = { ...provider, providers: [provider, null, other] }
    expect(toLegacyWallets(shared, name)).toMatchObject([
      { name: `${name} 1`, provider },
      { name: `${name} 2`, provider: other },
    ])
    expect(toLegacyWallets({ ...provider, providers: [] }, name)).toHaveLength(1)
  })

  test.each([undefined, null, 7, {}, { request: 'no' }, { enable: () => null }])(
    'is not %j',
    (injected) => expect(toLegacyWallets(injected, name)).toEqual([]),
  )

  test('gives way to one that announces itself, and none of them to another', () => {
    const announced = toWallet({ info, provider }) as Wallet
    const [legacy] = toLegacyWallets(provider, name) as [Wallet]
    expect(withWallet([legacy], announced)).toEqual([announced])
    expect(withWallet([], legacy)).toEqual([legacy])
  })
})

describe('a wallet that comes late to window.ethereum, and tells nobody', () => {
  let stop: (() => void) | undefined
  let page: EventTarget
  beforeEach(() => {
    page = new EventTarget()
    vi.useFakeTimers()
  })
  afterEach(() => {
    stop?.()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function watch() {
    const found: string[] = []
    stop = discoverWallets('Wallet', ({ rdns }) => found.push(rdns), page)
    return found
  }

  test.each([700, 1_500, 3_900])('is found when it comes after %i ms', (ms) => {
    const found = watch()
    vi.advanceTimersByTime(ms)
    expect(found).toEqual([])
    vi.stubGlobal('ethereum', provider)
    vi.advanceTimersByTime(4_000)
    expect(found).toContain('window.ethereum')
  })

  test.each(['visibilitychange', 'ethereum#initialized'])(
    'is found at %s, however late',
    (occasion) => {
      const found = watch()
      vi.advanceTimersByTime(60_000)
      vi.stubGlobal('ethereum', provider)
      page.dispatchEvent(new Event(occasion))
      expect(found).toEqual(['window.ethereum'])
      stop!()
      page.dispatchEvent(new Event(occasion))
      expect(found).toHaveLength(1)
    },
  )

  test('stays away where one announces itself', () => {
    const found = watch()
    vi.stubGlobal('ethereum', provider)
    const detail = { info, provider }
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    vi.advanceTimersByTime(60_000)
    expect(found).toEqual(['io.wallet'])
  })

  test('does not keep the page from looking again where it throws', () => {
    const found = watch()
    let isLocked = true
    const locked = {
      get request() {
        if (isLocked) throw new Error('locked')
        return provider.request
      },
    }
    vi.stubGlobal('ethereum', locked)
    vi.advanceTimersByTime(1_500)
    expect(found).toEqual([])
    isLocked = false
    vi.advanceTimersByTime(4_000)
    expect(found).toContain('window.ethereum')
  })
})

describe('a transaction sent from this browser', () => {
  const sent = { hash: '0xAB01' as const, walletRdns: 'io.wallet', sentAtMs: 0 }

  test('is awaited until the service reports its hash, in any letter case', () => {
    expect(isAwaited(sent, unpaidView)).toBe(true)
    expect(isAwaited(sent, { ...unpaidView, transfers: [transferOf('0xff')] })).toBe(true)
    expect(isAwaited(sent, { ...unpaidView, transfers: [transferOf('0xab01')] })).toBe(false)
  })
})
