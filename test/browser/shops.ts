/** Another merchant of the same service, let in by its operator and set up over HTTP alone. */
import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type Json, Merchant } from '../../examples/client/merchant.ts'
import { dev, quick } from './chains.ts'
import { merchant } from './world.ts'
import { served } from './served.ts'

/** A person of the dashboard, with a merchant's key where there is one already. */
const person = (known: Partial<typeof dev.merchant>, planId = ''): Merchant =>
  new Merchant(
    { ...dev, planId, merchant: { ...dev.merchant, ...known } },
    { 'x-forwarded-for': anyAddress() },
  )

/** Logins of one address are counted together, and no test is to wait for another's. */
export const anyAddress = (): string =>
  `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join('.')}`

let operator: Merchant | undefined

/** Lets a merchant in that has nothing yet but an owner with a password. */
export async function newOwner(name: string): Promise<Merchant> {
  const login = { email: `shop-${randomUUID()}@example.com`, password: randomUUID() }
  await letIn(name, login)
  return person(login)
}

/** Makes a merchant that is ready to charge in the chain's first token, with one Active plan. */
export async function newShop(
  name: string,
  planName = 'Another plan',
  periodDays = 31,
): Promise<Merchant> {
  const owner = await newOwner(name)
  const receiver = privateKeyToAddress(generatePrivateKey())
  await owner.asPerson('PUT', `/test/assets/${quick.codes[0]}`, { active: true })
  const blockchain = quick.name
  await owner.asPerson('PUT', '/test/receiver', {
    blockchain,
    address: receiver,
    proof: owner.proof,
  })
  const gasWallet = await fundGas(owner)
  const { name: apiKey, secret: apiSecret } = await owner.asPerson<{
    name: string
    secret: string
  }>('POST', '/test/api-keys', { label: 'shop', proof: owner.proof })
  const planId = await newPlan(owner, planName, periodDays)
  return person({ ...owner.dev.merchant, apiKey, apiSecret, gasWallet, receiver }, planId)
}

async function letIn(name: string, { email, password }: { email: string; password: string }) {
  const token = await inviteMerchant(name, email)
  await operator!.asPerson('POST', '/account-link', { token, password })
}

/** Calls what follows `/dashboard/api` as the operator. */
export function asOperator<Answer>(method: string, path: string, body?: Json): Promise<Answer> {
  operator ??= person(served.operator)
  return operator.asPerson<Answer>(method, path, body)
}

/** Has the operator invite a merchant; returns the token of the link. */
export async function inviteMerchant(name: string, email: string): Promise<string> {
  const { invitation } = await asOperator<{ invitation: { token: string } }>(
    'POST',
    '/operator/merchants',
    { name, email },
  )
  return invitation.token
}

async function fundGas(owner: Merchant): Promise<Address> {
  const { gasWallets } = await owner.asPerson<{
    gasWallets: { address: Address; blockchain: string }[]
  }>('GET', '/test/gas-wallets')
  const { address } = gasWallets.find(({ blockchain }) => blockchain === quick.name)!
  await quick.giveGas(address)
  // A leap of more than an hour has the gas wallets measured, which otherwise takes a minute.
  await merchant.pass(2 / 24)
  return address
}

async function newPlan(owner: Merchant, name: string, periodDays: number): Promise<string> {
  const { id } = await owner.asPerson<{ id: string }>('POST', '/test/plans', {
    name,
    description: '',
    asset: quick.codes[0],
    amount: '10',
    periodDays,
  })
  await owner.asPerson('POST', `/test/plans/${id}/activate`, {})
  return id
}
