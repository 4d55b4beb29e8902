/** Forgets the outcome of one account when the wallet shows another one. */
import { useEffect } from 'preact/hooks'
import { connectionOf, type WalletState } from './wallet-state.ts'

/** Calls `forget` whenever the wallet shows another account than before, or none. */
export function useAccountChange(state: WalletState<unknown, unknown>, forget: () => void): void {
  useEffect(forget, [connectionOf(state)?.account])
}
