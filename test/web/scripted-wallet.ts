/** A wallet with scripted answers, and a session of the page with it. */
import { EventEmitter, once } from 'node:events'
import { type Hex, numberToHex, pad } from 'viem'
import { compileContracts } from '../../scripts/contracts-solc.ts'
import type { SentTransaction } from '../../web/checkout/wallet/sent-transaction.ts'
import {
  PaymentSession,
  type PaymentWalletState,
} from '../../web/checkout/wallet/payment-session.ts'
import { unpaidView } from './views.ts'
import type { Wallet } from '../../web/wallet/provider.ts'

export const account = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const hash: Hex = `0x${'ab'.repeat(32)}`
/** An error as wallets throw it. */
export const refusal = (code: number | string, data?: unknown, message = 'no') =>
  Object.assign(new Error(message), { code, data })

export type Answers = Record<string, (params: unknown[]) => unknown>

/** The answers of honest contracts, by selector. */
export const contractAnswers: Answers = {
  '0x64fb6f5e': () => pad(unpaidView.depositAddress),
  '0x313ce567': () => numberToHex(6, { size: 32 }),
  '0x70a08231': () => numberToHex(30_000_000, { size: 32 }),
}
const { factory, implementation } = unpaidView.derivation
const codes = compileContracts(['src/DepositFactory.sol', 'src/Deposit.sol'])
const zeroWord = `7f${'0'.repeat(64)}`

/** The code of a contract as its constructor leaves it, with the one address that it remembers. */
export function codeOf(name: 'DepositFactory' | 'Deposit', remembered: Hex): Hex {
  const written = `7f${pad(remembered).slice(2).toLowerCase()}`
  return codes.get(name)!.deployedBytecode.replaceAll(zeroWord, written) as Hex
}

/** The answers of a wallet with an account on the payment's network. */
export const walletAnswers: Answers = {
  eth_requestAccounts: () => [account],
  eth_accounts: () => [account],
  eth_chainId: () => '0x7a69',
  eth_getBalance: () => '0x1',
  eth_getCode: ([address]) =>
    address === factory ? codeOf('DepositFactory', implementation) : codeOf('Deposit', factory),
  eth_sendTransaction: () => hash,
}

/** Opens a session with a wallet that gives these answers; `asked` lists the methods in order. */
export function openSession(replaced: Answers = {}, contract: Answers = {}, view = unpaidView) {
  const asked: string[] = []
  const states: PaymentWalletState[] = []
  const changes = new EventEmitter()
  const sent: SentTransaction[] = []
  const listeners = new Map<string, () => void>()
  const answers = { ...walletAnswers, ...replaced }
  const contractCalls = { ...contractAnswers, ...contract }
  const wallet: Wallet = {
    rdns: 'io.wallet',
    name: 'Wallet',
    icon: null,
    provider: {
      async request({ method, params = [] }) {
        asked.push(method)
        if (method !== 'eth_call') return answers[method]!([...params])
        const [{ data }] = params as [{ data: string }]
        return contractCalls[data.slice(0, 10)]!([...params])
      },
      on: (event, listener) => listeners.set(event, listener),
    },
  }
  const session = new PaymentSession(view, {
    onState(state) {
      states.push(state)
      changes.emit('state')
    },
    onSent: (transaction) => sent.push(transaction),
  })
  const state = () => states.at(-1)!
  /** Resolves once the session has come to this step. */
  async function reaches(step: PaymentWalletState['step']): Promise<void> {
    while (state().step !== step) await once(changes, 'state')
  }
  return { session, wallet, asked, sent, state, reaches, listeners, answers }
}
