import { expect, test } from 'vitest'
import { offerWalletConnect } from '../../src/http/checkout/wallet-connect.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { unpaidView } from '../web/views.ts'

const { walletConnect } = readSettings({ WALLETCONNECT_PROJECT_ID: 'a project' })
const withNode = (publicRpcUrl: string | null) => ({
  ...unpaidView,
  blockchain: { ...unpaidView.blockchain, publicRpcUrl },
})

test('WalletConnect is off until a project is named', () => {
  expect(readSettings({}).walletConnect).toBeNull()
  expect(readSettings({ WALLETCONNECT_PROJECT_ID: '' }).walletConnect).toBeNull()
  expect(offerWalletConnect(null, withNode('https://rpc.example'))).toBeNull()
})

test('WalletConnect is offered where the page has a node to ask, and allows that node and the relay alone', () => {
  expect(offerWalletConnect(walletConnect, withNode('https://rpc.example/key;x?y'))).toEqual({
    settings: { projectId: 'a project', relayUrl: 'wss://relay.walletconnect.org' },
    origins: ['wss://relay.walletconnect.org', 'https://rpc.example'],
  })
  expect(offerWalletConnect(walletConnect, withNode(null))).toBeNull()
})

test('WalletConnect takes no relay but one that is asked by web sockets', () => {
  const relay = { WALLETCONNECT_RELAY_URL: 'https://relay.example' }
  expect(() => readSettings(relay)).toThrow('WALLETCONNECT_RELAY_URL')
})
