/**
 * The script that a wallet's extension puts into a page: a provider (EIP-1193) that announces
 * itself (EIP-6963) and passes every request on to the test, which holds the key. It is sent to the
 * browser as text, so it may use nothing from outside.
 */
export type Announcement = {
  uuid: string
  name: string
  rdns: string
  icon: string
  /** It only puts itself at `window.ethereum`, as older wallets do. */
  isSilent: boolean
}

export type Answer =
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }

/** The name under which a page reaches the test. */
export const askBinding = 'askTestWallet'

/** The part of a browser's window that is used here. */
type Window = EventTarget & {
  askTestWallet(uuid: string, method: string, params: unknown[]): Promise<Answer>
}
type Listener = (value: unknown) => void

export function announceWallets(announcements: Announcement[]): void {
  const window = globalThis as unknown as Window
  const providers = announcements.map(({ uuid }) => {
    const listeners = new Map<string, Set<Listener>>()
    const listenersOf = (event: string) => {
      if (!listeners.has(event)) listeners.set(event, new Set())
      return listeners.get(event)!
    }
    window.addEventListener(`wallet:${uuid}`, (event) => {
      const { name, value } = (event as CustomEvent<{ name: string; value: unknown }>).detail
      for (const listener of listenersOf(name)) listener(value)
    })
    return {
      async request({ method, params }: { method: string; params?: unknown[] }) {
        const answer = await window.askTestWallet(uuid, method, params ?? [])
        if ('result' in answer) return answer.result
        throw Object.assign(new Error(answer.error.message), answer.error)
      },
      on: (event: string, listener: Listener) => void listenersOf(event).add(listener),
      removeListener: (event: string, listener: Listener) =>
        void listenersOf(event).delete(listener),
    }
  })
  const announce = () => {
    for (const [index, info] of announcements.entries()) {
      if (info.isSilent) continue
      const detail = Object.freeze({ info, provider: providers[index] })
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  const silent = providers.filter((_, index) => announcements[index]!.isSilent)
  if (silent.length > 0) Object.assign(window, { ethereum: silent[0] })
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
