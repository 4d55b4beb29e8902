import { describe, expect, test } from 'vitest'
import { openSession, refusal, walletAnswers } from './scripted-wallet.ts'
import { unpaidView } from './views.ts'

const unrecognized =
  'Unrecognized chain ID "0x7a69". Try adding the chain using wallet_addEthereumChain first.'

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

  test.each([
    ['as MetaMask on phones does', refusal(-32_603, undefined, unrecognized)],
    ['with the code within', refusal(-32_603, { originalError: { code: 4902 } })],
    ['with the code as a text', refusal('4902')],
    ['as bad input', refusal(-32_000)],
    ['by knowing no switch', refusal(-32_601)],
    ['as unsupported', refusal(4200)],
    ['as an error in another one', { message: 'no', cause: refusal(4902) }],
    ['without any code', new Error(unrecognized)],
    ['by a text alone', unrecognized],
  ])('is asked to add a network that it refuses %s (bugs F6)', async (_, error) => {
    const { session, wallet, state, asked, answers } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => {
        if (asked.includes('wallet_addEthereumChain')) {
          answers.eth_chainId = walletAnswers.eth_chainId!
          return null
        }
        return Promise.reject(error)
      },
      // Some wallets add a network without switching to it.
      wallet_addEthereumChain: () => null,
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state().step).toBe('ready')
  })

  test.each([
    refusal(4001),
    refusal(5000),
    refusal(-32_603, { originalError: refusal(4001) }),
    refusal(-32_603, undefined, 'MetaMask Tx Signature: User denied transaction signature.'),
    { message: 'Request rejected by user' },
    'User rejected',
    refusal(-32_603, { code: 4001 }, 'Internal JSON-RPC error.'),
    refusal(-32_603, { message: 'User rejected the request.' }, 'Internal JSON-RPC error.'),
    refusal(4001, { originalError: { code: -32_000 } }),
    { error: { code: 4001 } },
    { info: { error: { code: 4001 } } },
    [{ code: 4001 }],
    { code: -1, cause: { data: { error: { code: '5002' } } } },
    'cancelled',
    { message: 'Request canceled' },
    refusal(-32_603, undefined, 'Request rejected'),
    { message: 'User did not approve' },
    { message: 'User refused' },
    { message: 'User aborted' },
    { message: 'not approved by user' },
    { message: 'User closed modal' },
  ])('is not asked to add what its owner declined to switch to: %j', async (error) => {
    const { session, wallet, state, asked } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => Promise.reject(error),
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state()).toMatchObject({ trouble: { reason: 'switchRefused' } })
    expect(asked).not.toContain('wallet_addEthereumChain')
  })

  test.each([
    ['its owner declines to add', refusal(4001), { reason: 'switchRefused' }],
    ['it can add none', refusal(-32_601), { reason: 'networkUnknown' }],
    ['it refuses to add', refusal(-32_602), { reason: 'failed', message: 'no' }],
  ])('that it does not know, where %s, is said', async (_, error, trouble) => {
    const { session, wallet, state } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => {
        throw refusal(-32_603, undefined, unrecognized)
      },
      wallet_addEthereumChain: () => {
        throw error
      },
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state()).toMatchObject({ step: 'wrongNetwork', trouble })
  })

  // A node says no too, and a browser to a request that takes too long.
  test.each([
    refusal(-32_003, undefined, 'Transaction rejected'),
    refusal(-32_603, undefined, 'The user aborted a request.'),
  ])('is asked to add what something else than its owner refused: %s', async (error) => {
    const { session, wallet, asked } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => Promise.reject(error),
      wallet_addEthereumChain: () => null,
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(asked).toContain('wallet_addEthereumChain')
  })

  test('is told with the innermost words where it refuses in errors within errors', async () => {
    const inner = { code: -32_000, message: 'the node is away', data: '0x' }
    const { session, wallet, state } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => null,
      eth_chainId: () =>
        Promise.reject(refusal(-32_603, { cause: inner }, 'Internal JSON-RPC error.')),
    })
    await session.connect(wallet)
    expect(state()).toMatchObject({ trouble: { reason: 'failed', message: 'the node is away' } })
  })

  test.each([
    refusal(-32_002),
    refusal(-32_603, undefined, "Request of type 'wallet_x' already pending for origin https://y."),
  ])('that has another question open is not asked a second one: %s', async (error) => {
    const { session, wallet, state, asked } = openSession({
      ...elsewhere,
      wallet_switchEthereumChain: () => Promise.reject(error),
    })
    await session.connect(wallet)
    await session.switchNetwork()
    expect(state()).toMatchObject({ trouble: { reason: 'alreadyAsked' } })
    expect(asked).not.toContain('wallet_addEthereumChain')
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
