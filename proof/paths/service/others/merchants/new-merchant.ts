/** A merchant that the operator lets in, whose owner sets a password by the invitation. */
import { randomUUID } from 'node:crypto'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { DevJson } from '../../../../../examples/client/dev-json.ts'
import { Merchant } from '../../../../../examples/client/merchant.ts'
import type { RunningService } from '../../running-service.ts'
import { type Dashboard, operatorsOf, signedIn } from '../dashboard.ts'

type Registered = { id: string; email: string; invitation: { token: string } }

export type NewMerchant = {
  id: string
  dashboard: Dashboard
  login: { email: string; password: string }
}

export async function registerMerchant(service: RunningService): Promise<NewMerchant> {
  const email = `${randomUUID()}@path.example`
  const form = { name: 'Merchant of a path', email }
  const operators = operatorsOf(service)
  const { id, invitation } = await operators.require<Registered>(
    'POST',
    '/operator/merchants',
    form,
  )
  const login = { email, password: randomUUID() }
  const dashboard = signedIn(service.dev.baseUrl, login)
  const { password } = login
  await dashboard.visit('/account-link', { token: invitation.token, password })
  return { id, dashboard, login }
}

type Wallets = { gasWallets: { address: string }[] }
type ApiKey = { name: string; secret: string }

/** Sets up all that subscriptions need but gas, and returns the merchant as its own server knows it. */
export async function setUp({ dashboard, login }: NewMerchant, dev: DevJson): Promise<Merchant> {
  const [chain] = dev.chains
  const receiver = privateKeyToAddress(generatePrivateKey())
  await dashboard.require('PUT', `/test/assets/${chain!.assets[0]!.code}`, { active: true })
  const { proof } = dashboard
  const wish = { blockchain: chain!.name, address: receiver, proof }
  await dashboard.require('PUT', '/test/receiver', wish)
  const { gasWallets } = await dashboard.require<Wallets>('GET', '/test/gas-wallets')
  const key = await dashboard.require<ApiKey>('POST', '/test/api-keys', { label: 'Path', proof })
  const gasWallet = gasWallets[0]!.address
  const own = { ...login, apiKey: key.name, apiSecret: key.secret, gasWallet, receiver }
  return new Merchant({ ...dev, merchant: own })
}
