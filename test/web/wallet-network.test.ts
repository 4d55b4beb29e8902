import { describe, expect, test } from 'vitest'
import { openSession, refusal, walletAnswers } from './scripted-wallet.ts'
import { unpaidView } from './views.ts'

describe('a wallet on another network', () => {
  const elsewhere = { eth_chainId: () => '0x1' }

  test('switches with the payer’s consent, and is checked again', async () => {
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

  test('stays there when the payer refuses to switch, and the page says so', async () => {
    const { session, wallet, state } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => {
        throw refusal(4001)
      },
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state()).toMatchObject({ step: 'wrongNetwork', trouble: { reason: 'switchRefused' } })
  })

  test('is asked to add a network it does not know, even if it wraps the error code', async () => {
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

  test('is explained when it does not know the payment’s network and there is no node to add it with', async () => {
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
    expect(state()).toMatchObject({ trouble: { reason: 'networkUnknown' } })
  })

  test('is checked again when its owner changes the network in the wallet', async () => {
    const { session, wallet, reaches, answers, listeners } = openSession()
    await session.connect(wallet)
    answers.eth_chainId = () => '0x1'
    listeners.get('chainChanged')!()
    await reaches('wrongNetwork')
  })
})
