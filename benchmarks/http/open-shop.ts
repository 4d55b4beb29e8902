/** Opens shops that have finished their setup, on the local chain of a service. */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { urlOf } from '../../src/shared/chains/nodes.ts'
import { newId } from '../../src/shared/ids.ts'
import type { MessageEvent } from '../../src/shared/message.ts'
import type { Owner } from '../../src/shared/owner.ts'
import type { Started } from '../../src/main.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { ensureGasWallet, recordGasBalance } from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { giveGas } from '../charges/local-node.ts'

export type Shop = { name: string; secret: string; planId: string; asset: string }

const commandTimeoutMs = 10_000
const weiOfOneCoin = 10n ** 18n

export async function openShop({ service }: Started): Promise<Shop & { owner: Owner }> {
  const chain = service.directory.ofNetwork('TestNet')[0]!
  const { code, decimals } = chain.assets[0]!
  const owner: Owner = { merchantId: await createMerchant(service, 'Shop'), network: 'TestNet' }
  const address = privateKeyToAddress(generatePrivateKey())
  await setAssetActive(service, owner, code, true)
  await setReceiver(service, owner, { blockchain: chain.name, address })
  const wallet = await ensureGasWallet(service, owner, chain.name)
  await giveGas(urlOf(chain.rpcUrls[0]!), wallet.address)
  await recordGasBalance(service, chain.name, wallet.address, weiOfOneCoin)
  const planId = newId(service.clock.now())
  const terms = {
    name: 'Premium',
    description: 'All of it',
    periodDays: 31,
    graceDays: 3,
    tags: [],
  }
  const price = { asset: code, decimals, blockchain: chain.name, amount: '10000000' }
  const createdAt = service.clock.now().toISOString()
  const input = { id: planId, ...owner, ...terms, ...price, createdAt }
  await commandPlan(service, owner, planId, { type: 'plan.create', input })
  await commandPlan(service, owner, planId, { type: 'plan.activate' })
  const { name, secret } = await createApiKey(service, owner, 'benchmark')
  return { owner, name, secret, planId, asset: code }
}

async function commandPlan(
  { buses }: Started['service'],
  owner: Owner,
  entityId: string,
  event: MessageEvent,
): Promise<void> {
  const cause = { type: 'command', command: event.type, by: 'merchant' } as const
  const message = { id: `http/${entityId}/${event.type}`, kind: 'plan', entityId } as const
  const reply = await buses
    .of('http')
    .request({ ...message, ...owner, event, cause }, commandTimeoutMs)
  if (reply.outcome !== 'applied') throw new Error(`${event.type}: ${JSON.stringify(reply)}`)
}
