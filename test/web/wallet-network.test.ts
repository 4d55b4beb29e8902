import { describe, expect, test } from 'vitest'
import { openSession, refusal, walletAnswers } from './scripted-wallet.ts'
import { unpaidView } from './views.ts'

describe('another network', () => {
  const elsewhere = { eth_chainId: () => '0x1' }

  test('is left with the payer’s consent, and looked at again', async () => {
    const { session, wallet, state, answers } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => {
        answers.eth_chainId = walletAnswers.eth_chainId!
        return null
      },
    })
    await session.connect(wallet)
    expect(state().step).toBe('wrongNetwork')
    await session.switchNetwork()
    expect(state().step).toBe('ready')
  })

  test('stays where the payer refuses, and says so', async () => {
    const { session, wallet, state } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => {
        throw refusal(4001)
      },
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state()).toMatchObject({ step: 'wrongNetwork', trouble: { kind: 'switchRefused' } })
  })

  test('is told to a wallet that does not know the payment’s, also if it hides its code', async () => {
    const added: unknown[] = []
    const { session, wallet, state, answers } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => {
        throw refusal(-32603, { originalError: refusal(4902) })
      },
      wallet_addEthereumChain: ([network]) => {
        added.push(network)
        answers.eth_chainId = walletAnswers.eth_chainId!
        return null
      },
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state().step).toBe('ready')
    expect(added).toMatchObject([{ chainId: '0x7a69', rpcUrls: ['https://rpc.example'] }])
  })

  test('is explained where the wallet does not know the payment’s and nothing can be told', async () => {
    const blockchain = { ...unpaidView.blockchain, publicRpcUrl: null }
    const unknown = {
      ...elsewhere,
      wallet_switchEthereumChain: () => {
        throw refusal(4902)
      },
    }
    const { session, wallet, state } = openSession(unknown, {}, { ...unpaidView, blockchain })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state()).toMatchObject({ trouble: { kind: 'networkUnknown' } })
  })

  test('chosen in the wallet is noticed', async () => {
    const { session, wallet, state, answers, listeners } = openSession()
    await session.connect(wallet)
    answers.eth_chainId = () => '0x1'
    listeners.get('chainChanged')!()
    await expect.poll(() => state().step).toBe('wrongNetwork')
  })
})
