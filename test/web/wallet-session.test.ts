import { numberToHex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PaymentView } from '../../web/checkout/payment-view.ts'
import {
  account,
  type Answers,
  codeOf,
  contractAnswers,
  hash,
  openSession,
  refusal,
  walletAnswers,
} from './scripted-wallet.ts'
import { unpaidView } from './views.ts'

describe('connecting a wallet', () => {
  test('checks network, contract and funds, and asks for no signature', async () => {
    const { session, wallet, asked, state } = openSession()
    await session.connect(wallet)
    expect(state()).toMatchObject({
      step: 'ready',
      account,
      found: { token: 30_000_000n, native: 1n },
    })
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test('leaves everything as it was when the owner declines', async () => {
    const { session, wallet, state } = openSession({
      eth_requestAccounts: () => {
        throw refusal(4001)
      },
    })
    await session.connect(wallet)
    expect(state()).toEqual({ step: 'choosing', trouble: { reason: 'declined' } })
  })

  test('says where to answer when the wallet has the question open already', async () => {
    const { session, wallet, state } = openSession({
      eth_requestAccounts: () => {
        throw refusal(-32002)
      },
    })
    await session.connect(wallet)
    expect(state()).toMatchObject({ trouble: { reason: 'alreadyAsked' } })
  })
})

test('a wallet that is being asked to connect is not asked again', async () => {
  const { session, wallet, asked, state } = openSession()
  await Promise.all([session.connect(wallet), session.connect(wallet)])
  expect(asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  expect(state().step).toBe('ready')
})

describe('the check before a payment is signed', () => {
  test.each<[string, Answers, Partial<PaymentView>, string]>([
    ['another address on chain', { '0x64fb6f5e': () => pad(account) }, {}, 'addressDiffers'],
    ['no factory on chain', { '0x64fb6f5e': () => '0x' }, {}, 'factoryUnknown'],
    [
      'a factory that refuses',
      {
        '0x64fb6f5e': () => {
          throw refusal(3)
        },
      },
      {},
      'factoryUnknown',
    ],
    ['another token', { '0x313ce567': () => numberToHex(18, { size: 32 }) }, {}, 'tokenDiffers'],
    ['no token', { '0x313ce567': () => '0x' }, {}, 'tokenDiffers'],
    ['another address on the page', {}, { depositAddress: account }, 'addressDiffers'],
    ['another amount than is shown', {}, { dueBaseUnits: '25000001' }, 'amountDiffers'],
  ])('refuses %s, and names the reason', async (_, contract, change, reason) => {
    const { session, wallet, asked, state } = openSession({}, contract, {
      ...unpaidView,
      ...change,
    })
    await session.connect(wallet)
    await session.pay()
    expect(state()).toMatchObject({ step: 'refused', refusal: { reason } })
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test.each<[string, Answers]>([
    ['a factory that it does not know', { eth_getCode: () => '0x6001' }],
    ['no factory at all', { eth_getCode: () => '0x' }],
    [
      'a factory that deploys another contract',
      { eth_getCode: () => codeOf('DepositFactory', unpaidView.derivation.receiver) },
    ],
    [
      'a deposit contract that obeys another factory',
      {
        eth_getCode: ([address]) =>
          address === unpaidView.derivation.factory
            ? codeOf('DepositFactory', unpaidView.derivation.implementation)
            : codeOf('Deposit', account),
      },
    ],
  ])('refuses %s', async (_, changes) => {
    const { session, wallet, asked, state } = openSession(changes)
    await session.connect(wallet)
    await session.pay()
    expect(state()).toMatchObject({ step: 'refused', refusal: { reason: 'factoryUnknown' } })
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test('is repeated for every payment', async () => {
    const contract = { ...contractAnswers }
    const { session, wallet, asked, state } = openSession(
      {},
      { '0x64fb6f5e': (p) => contract['0x64fb6f5e']!(p) },
    )
    await session.connect(wallet)
    contract['0x64fb6f5e'] = () => pad(account)
    await session.pay()
    expect(state().step).toBe('refused')
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test('can be repeated when the node did not answer', async () => {
    const { session, wallet, state, answers } = openSession({
      eth_chainId: () => {
        throw new Error('node is away')
      },
    })
    await session.connect(wallet)
    expect(state()).toMatchObject({
      step: 'unchecked',
      trouble: { reason: 'failed', message: 'node is away' },
    })
    answers.eth_chainId = walletAnswers.eth_chainId!
    await session.check()
    expect(state().step).toBe('ready')
  })
})

describe('paying with a wallet', () => {
  test('sends one transfer of the amount due to the payment’s address', async () => {
    const transactions: unknown[] = []
    const { session, wallet, sent } = openSession({
      eth_sendTransaction: ([transaction]) => {
        transactions.push(transaction)
        return hash
      },
    })
    await session.connect(wallet)
    await session.pay()
    expect(transactions).toEqual([
      {
        from: account,
        to: unpaidView.asset.address,
        value: '0x0',
        data: `0xa9059cbb${pad(unpaidView.depositAddress).slice(2).toLowerCase()}${(25_000_000).toString(16).padStart(64, '0')}`,
      },
    ])
    expect(sent).toMatchObject([{ hash, walletRdns: 'io.wallet' }])
  })

  test('can be tried again after the owner declined', async () => {
    const { session, wallet, state, answers, sent } = openSession({
      eth_sendTransaction: () => {
        throw refusal(4001)
      },
    })
    await session.connect(wallet)
    await session.pay()
    expect(state()).toMatchObject({ step: 'ready', trouble: { reason: 'declined' } })
    answers.eth_sendTransaction = () => hash
    await session.pay()
    expect(sent).toHaveLength(1)
  })

  test('asks once for two taps', async () => {
    const { session, wallet, asked } = openSession()
    await session.connect(wallet)
    await Promise.all([session.pay(), session.pay()])
    expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  test('is not disturbed by changes of the payment while the wallet asks its owner', async () => {
    const asking = Promise.withResolvers<void>()
    const answering = Promise.withResolvers<string>()
    const { session, wallet, state, sent } = openSession({
      eth_sendTransaction: () => {
        asking.resolve()
        return answering.promise
      },
    })
    await session.connect(wallet)
    const paying = session.pay()
    await asking.promise
    await session.check()
    expect(state().step).toBe('acting')
    answering.resolve(hash)
    await paying
    expect(sent).toHaveLength(1)
  })

  test('asks for no signature when the amount due has changed since the tap', async () => {
    const { session, wallet, asked, state } = openSession()
    await session.connect(wallet)
    const paying = session.pay()
    session.followPayment({ ...unpaidView, dueBaseUnits: '5000000' })
    await paying
    expect(state().step).toBe('ready')
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test('asks for no signature when the account has changed since the tap', async () => {
    const { session, wallet, asked, state, answers } = openSession()
    await session.connect(wallet)
    const other = unpaidView.derivation.receiver
    answers.eth_accounts = () => [other, account]
    await session.pay()
    expect(state()).toMatchObject({ step: 'ready', account: other })
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test('asks for no signature when the wallet has changed its network since the tap', async () => {
    const { session, wallet, asked, state, answers } = openSession()
    await session.connect(wallet)
    answers.eth_chainId = () => '0x1'
    await session.pay()
    expect(state().step).toBe('wrongNetwork')
    expect(asked).not.toContain('eth_sendTransaction')
  })

  test('records nothing as sent when the wallet answers without a transaction hash', async () => {
    const { session, wallet, sent, state } = openSession({ eth_sendTransaction: () => 'ok' })
    await session.connect(wallet)
    await session.pay()
    expect(sent).toEqual([])
    expect(state()).toMatchObject({ step: 'ready', trouble: { reason: 'failed' } })
  })
})

test('an answer of a wallet that the payer has left is dropped', async () => {
  let answer: (accounts: string[]) => void = () => undefined
  const { session, wallet, state } = openSession({
    eth_requestAccounts: () => new Promise((resolve) => (answer = resolve)),
  })
  const connecting = session.connect(wallet)
  session.leave()
  answer([account])
  await connecting
  expect(state()).toEqual({ step: 'choosing', trouble: null })
})

test('a wallet that was connected before is connected again without asking its owner', async () => {
  const { session, wallet, asked, state } = openSession()
  await session.resume(wallet)
  expect(state().step).toBe('ready')
  expect(asked).not.toContain('eth_requestAccounts')
})
