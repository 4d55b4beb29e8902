/**
 * The demo of the local default: a merchant that is ready to charge, and a payer with money. It is
 * prepared at every start, which only adds what is missing, so that people's changes in it stay.
 *
 * It exists only where every chain is local: its operator, whose password the console prints, must not
 * decide about real money. Its rows in the database are marked as demo and refused where a chain is not
 * local (`src/http/authentication/demo.ts`).
 */
import { join } from 'node:path'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Bus } from '../../bus/bus.ts'
import type { ChainDirectory, DeployedChain } from '../../shared/chain-directory.ts'
import { urlOf } from '../../shared/chains/nodes.ts'
import { isPassword } from '../../shared/secrets/passwords.ts'
import type { Log } from '../../shared/log.ts'
import type { Settings } from '../../shared/settings.ts'
import { createAccount, findAccount, setPassword } from '../../store/people/accounts.ts'
import * as apiKeys from '../../store/merchants/api-keys.ts'
import { listActiveAssets, setAssetActive } from '../../store/merchants/assets.ts'
import { ensureGasWallet, recordGasBalance } from '../../store/merchants/gas-wallets.ts'
import { createMerchant } from '../../store/merchants/merchants.ts'
import { findReceiver, setReceiver } from '../../store/merchants/receivers.ts'
import type { Owner } from '../../shared/owner.ts'
import { type DemoCredentials, demoCredentials } from './demo-credentials.ts'
import { fundDemo } from './demo-funds.ts'
import { ensureDemoPlan } from './demo-plan.ts'
import { setDemoProfile } from './demo-profile.ts'
import { type DevJson, writeDevJson } from './dev-json.ts'
import type { MerchantDependencies } from '../../store/parts.ts'

export type DemoDependencies = MerchantDependencies & {
  bus: Bus
  log: Log
  directory: ChainDirectory
  settings: Pick<Settings, 'dataDirectory' | 'demo'>
  /** The addresses of the service and its pages. */
  addresses: Addresses
}
type Addresses = Record<keyof Settings['addresses'], string>

export type Demo = { devJson: DevJson; path: string; operator: DemoCredentials['operator'] }

const keyLabel = 'Demo'

/** Prepares the demo and writes `dev.json`; null where a chain is real, or none is for tests. */
export async function prepareDemo(dependencies: DemoDependencies): Promise<Demo | null> {
  const { directory, secrets, settings, addresses } = dependencies
  const chains = directory.ofNetwork('TestNet')
  const [firstChain] = chains
  if (!firstChain || !directory.isLocal) return null

  const credentials = demoCredentials(secrets, settings.demo)
  const owner: Owner = {
    merchantId: await ensureMerchant(dependencies, credentials),
    network: 'TestNet',
  }
  await ensureApiKey(dependencies, owner, credentials)
  await ensureAssets(dependencies, owner, chains)
  for (const chain of chains) await ensureWallet(dependencies, owner, chain, credentials)
  const planId = await ensureDemoPlan(dependencies, owner, firstChain)

  const { address: gasWallet } = await ensureGasWallet(dependencies, owner, firstChain.name)
  const receiver = await ensureReceiver(dependencies, owner, firstChain)
  const parts = { addresses, chains, credentials, gasWallet, receiver, planId }
  const devJson = describeDemo(parts)
  const path = join(settings.dataDirectory, 'dev.json')
  writeDevJson(path, devJson)
  return { devJson, path, operator: credentials.operator }
}

async function ensureMerchant(
  dependencies: MerchantDependencies,
  { merchant, operator }: DemoCredentials,
): Promise<string> {
  if (!(await findAccount(dependencies, operator.email)))
    await createAccount(dependencies, { ...operator, role: 'Operator', isDemo: true })
  const account = await findAccount(dependencies, merchant.email)
  for (const { email, password } of [merchant, operator])
    await ensurePassword(dependencies, email, password)
  if (account?.merchantId) return account.merchantId
  const merchantId = await createMerchant(dependencies, 'Demo shop', { isDemo: true })
  // Before the account: whoever stops here begins anew.
  await setDemoProfile(dependencies, { merchantId, network: 'TestNet' })
  await createAccount(dependencies, { ...merchant, role: 'Owner', merchantId, isDemo: true })
  return merchantId
}

/** The audit log names the demo as the one that makes its changes. */
const itself = { by: 'the demo', from: null, isDemo: true }

/**
 * Sets the account's password again where the master key, from which it is derived, is another one
 * than before.
 */
async function ensurePassword(
  dependencies: MerchantDependencies,
  email: string,
  password: string,
): Promise<void> {
  const account = await findAccount(dependencies, email)
  if (!account || (await isPassword(password, account.passwordHash ?? undefined))) return
  await setPassword(dependencies, account.id, password, { actor: itself })
}

/** Makes the one API key of the demo: every further one would mean one more webhook call for each event. */
async function ensureApiKey(
  dependencies: MerchantDependencies,
  owner: Owner,
  { apiKey }: DemoCredentials,
): Promise<void> {
  const existing = await apiKeys.findApiKey(dependencies, apiKey.name)
  if (existing?.merchantId === owner.merchantId && existing.secret === apiKey.secret) return
  for (const { name, label } of await apiKeys.listApiKeys(dependencies, owner))
    if (label === keyLabel) await apiKeys.deleteApiKey(dependencies, owner, name)
  await apiKeys.createApiKey(dependencies, owner, keyLabel, { fixed: apiKey })
}

async function ensureAssets(
  dependencies: MerchantDependencies,
  owner: Owner,
  chains: DeployedChain[],
): Promise<void> {
  if ((await listActiveAssets(dependencies, owner)).length) return
  for (const { code } of chains.flatMap(({ assets }) => assets))
    await setAssetActive(dependencies, owner, code, true)
}

async function ensureWallet(
  dependencies: MerchantDependencies & { log: Log },
  owner: Owner,
  chain: DeployedChain,
  credentials: DemoCredentials,
): Promise<void> {
  await ensureReceiver(dependencies, owner, chain)
  const { address } = await ensureGasWallet(dependencies, owner, chain.name)
  const balance = await fundDemo(chain, address, credentials, dependencies.log)
  await recordGasBalance(dependencies, chain.name, address, balance)
}

/** Sets the receiver of the demo's money: an address whose key is thrown away. */
async function ensureReceiver(
  dependencies: MerchantDependencies,
  owner: Owner,
  { name: blockchain }: DeployedChain,
): Promise<Address> {
  const existing = await findReceiver(dependencies, owner, blockchain)
  if (existing) return existing
  const address = privateKeyToAddress(generatePrivateKey())
  await setReceiver(dependencies, owner, { blockchain, address })
  return address
}

function describeDemo(demo: {
  addresses: Addresses
  chains: DeployedChain[]
  credentials: DemoCredentials
  gasWallet: Address
  receiver: Address
  planId: string
}): DevJson {
  const { addresses, chains, credentials, gasWallet, receiver, planId } = demo
  const { merchant, apiKey, payerKey } = credentials
  return {
    baseUrl: addresses.base,
    checkoutUrl: addresses.checkout,
    widgetUrl: addresses.widget,
    manageUrl: addresses.manage,
    chains: chains.map(({ name, chainId, rpcUrls, factory, assets }) => ({
      name,
      chainId,
      rpcUrl: urlOf(rpcUrls[0]!),
      factory,
      assets: assets.map(({ code, address, decimals }) => ({ code, address, decimals })),
    })),
    merchant: { ...merchant, apiKey: apiKey.name, apiSecret: apiKey.secret, gasWallet, receiver },
    planId,
    payer: { address: privateKeyToAddress(payerKey), privateKey: payerKey },
  }
}
