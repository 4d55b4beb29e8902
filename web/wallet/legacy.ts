/**
 * Wallets of older browsers of wallet apps, which put themselves at `window.ethereum` and announce nothing (EIP-1193 without
 * EIP-6963). Several wallets of one browser fight for that place, so it counts only where nobody announces himself.
 */
import type { Provider, Wallet } from './provider.ts'
/** Not the reverse domain name of anybody. */
const legacyRdns = 'window.ethereum'

export const isLegacy = ({ rdns }: Pick<Wallet, 'rdns'>): boolean => rdns.startsWith(legacyRdns)

type Injected = Provider & { providers?: unknown }

/** Reads what stands there; `name` is what a wallet is called that does not say its own. */
export function toLegacyWallets(injected: unknown, name: string): Wallet[] {
  const { providers } = (injected ?? {}) as Partial<Injected>
  const candidates: unknown[] =
    Array.isArray(providers) && providers.length > 0 ? providers.slice(0, walletsMax) : [injected]
  const found = candidates.filter(isProvider)
  return found.map((provider, index) => ({
    rdns: index === 0 ? legacyRdns : `${legacyRdns}/${index + 1}`,
    name: found.length > 1 ? `${name} ${index + 1}` : name,
    icon: null,
    provider,
  }))
}

const walletsMax = 8

const isProvider = (candidate: unknown): candidate is Provider =>
  typeof (candidate as Provider | null | undefined)?.request === 'function'
