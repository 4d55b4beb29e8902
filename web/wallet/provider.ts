import { type Address, type Hex, isAddress } from 'viem'
import { isRevert, WalletSilent } from './refusals.ts'

/** A wallet as the page sees it: it answers requests (EIP-1193), or refuses them. */
export type Provider = {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
  on?: (event: string, listener: () => void) => unknown
  removeListener?: (event: string, listener: () => void) => unknown
}

const readTimeoutMs = 20_000

/** Sends a request that needs nobody's consent, so that a missing answer is an error. */
export async function read(
  provider: Provider,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const silence = new WalletSilent(`no answer to ${method}`)
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silence), readTimeoutMs)
  })
  try {
    return await Promise.race([provider.request({ method, params }), patience])
  } finally {
    clearTimeout(timer)
  }
}

/** The accounts that the payer has shown to this page. */
export async function accountsOf(provider: Provider): Promise<Address[]> {
  const accounts = await read(provider, 'eth_accounts', [])
  return Array.isArray(accounts) ? accounts.filter((account) => isAddress(account)) : []
}

/** Calls a contract without changing anything; `0x` where the contract refuses the call. */
export async function callContract(provider: Provider, to: Address, data: Hex): Promise<string> {
  try {
    return String(await read(provider, 'eth_call', [{ to, data }, 'latest']))
  } catch (error) {
    if (isRevert(error)) return '0x'
    throw error
  }
}

export type Wallet = {
  /** The wallet maker's reverse domain name, such as `io.metamask`. */
  rdns: string
  name: string
  /** A picture as a `data:` address; null where the wallet announced none. */
  icon: string | null
  provider: Provider
  /** Ends the wallet's session with this page, where the wallet has sessions. */
  end?: () => void
}
