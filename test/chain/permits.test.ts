/** Permits that payers sign and the gas wallet sends, with a real token and real signatures. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContract } from 'viem/actions'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { gasOfPermit } from '../../src/chain/gas/gas-limits.ts'
import { toPermitInput } from '../../src/http/permit-terms.ts'
import { permitsPerDayMax } from '../../src/store/views/payers/permit-limits.ts'
import { settle } from '../support/settle.ts'
import { setBalance } from './dev-node.ts'
import {
  approve,
  mint,
  newPayer,
  type Payer,
  sendFrom,
  subscribe,
  tokenOf,
  unit,
} from './payers.ts'
import { handIn, permitCall, permitOf, signPermit, type Signing, untilPermit } from './permits.ts'
import { sayTo } from './say.ts'
import { subscriptionOf, transactionsOf, untilQuiet, untilState } from './until.ts'
import { createWorld, startAll, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

const permitTransactions = async () =>
  (await transactionsOf(world)).filter(({ context }) => context['purpose'] === 'permit')

const allowanceOf = (payer: Payer, contractAddress: string) =>
  readContract(world.direct.reader, {
    address: tokenOf(world),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [payer.address, contractAddress as `0x${string}`],
  })

/** A payer with a draft, and a permit for it. */
async function signed(signing: Signing, tokens = 1_000n * unit) {
  const payer = await newPayer(world, tokens)
  const draft = await subscribe(world, payer, { customerId: `customer of ${payer.address}` })
  const permit = await signPermit(world, payer, draft.contractAddress, signing)
  return { payer, draft, permit }
}

test('a draft whose permit the gas wallet sends is charged, and its payer pays no gas', async () => {
  const { payer, draft, permit } = await signed({ value: 120n * unit })
  await setBalance(world.direct, payer.address, 0n)
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Used')
  await untilState(world, draft.contractAddress, 'Active.Current')
  await untilQuiet(world)
  expect(await allowanceOf(payer, draft.contractAddress)).toBe(110n * unit)
  const { context } = await permitOf(world, id)
  const transaction = (await transactionsOf(world)).find(
    (one) => one.id === context['transactionId'],
  )
  const { gasUsed } = transaction!.context['minedIn'] as { gasUsed: string }
  // docs/permits.md says this number; a byte of the signature that is zero costs less.
  expect(Math.abs(Number(gasUsed) - 74_125)).toBeLessThan(200)
  expect(BigInt(gasUsed)).toBeLessThan(gasOfPermit)
})

test('a permit of fewer charges than the subscription has is taken for so many', async () => {
  const { payer, draft, permit } = await signed({ value: 30n * unit })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Used')
  await untilState(world, draft.contractAddress, 'Active.Current')
  expect(await allowanceOf(payer, draft.contractAddress)).toBe(20n * unit)
})

test('a permit of less than one charge, or of more than all, is refused with the reason', async () => {
  const { draft, permit } = await signed({ value: 9n * unit })
  const now = world.clock.now()
  expect(() => toPermitInput(draft, permit, now)).toThrow(
    'value must be at least one charge, 10 ltUSDC; it is 9 ltUSDC',
  )
  const unlimited = { ...permit, value: String(2n ** 256n - 1n) }
  expect(() => toPermitInput(draft, unlimited, now)).toThrow(
    /^value must be at most all 12 charges/,
  )
})

test('a permit that is good for less than a minute or more than an hour is refused', async () => {
  const { payer, draft } = await signed({ value: 120n * unit })
  for (const secondsLeft of [-1, 30, 3_700]) {
    const permit = await signPermit(world, payer, draft.contractAddress, {
      value: 120n * unit,
      secondsLeft,
    })
    expect(() => toPermitInput(draft, permit, world.clock.now())).toThrow(
      /^deadline must be 60 to 3600 seconds ahead/,
    )
  }
})

test('a permit that a stranger has sent first counts as used, and costs the merchant no gas', async () => {
  const { draft, payer, permit } = await signed({ value: 120n * unit }, 0n)
  const stranger = await newPayer(world, 0n)
  await sendFrom(world, stranger, permitCall(world, payer, draft.contractAddress, permit))
  const before = (await permitTransactions()).length
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Used', 'AlreadyAllowed')
  expect(await permitTransactions()).toHaveLength(before)
})

test.each<[string, Partial<Signing>, string, string]>([
  ['for another version of the token', { version: '2' }, 'Refused', 'WrongDomain'],
  ['with a nonce that is not the next', { nonce: 5n }, 'Refused', 'WrongSigner'],
])('a permit that was signed %s is not sent', async (_, signing, status, reason) => {
  const before = (await permitTransactions()).length
  const { draft, permit } = await signed({ value: 120n * unit, ...signing })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, status, reason)
  expect(await permitTransactions()).toHaveLength(before)
})

test('a permit that another account has signed is not sent', async () => {
  const signer = await newPayer(world, 0n)
  const { draft, permit } = await signed({ value: 120n * unit, signer })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Refused', 'WrongSigner')
  expect((await permitOf(world, id)).context['transactionId']).toBeNull()
})

test('a permit whose number another one used is superseded, and what is allowed counts', async () => {
  const { payer, draft, permit } = await signed({ value: 120n * unit })
  const other = await signPermit(world, payer, draft.contractAddress, { value: 20n * unit })
  const stranger = await newPayer(world, 0n)
  await sendFrom(world, stranger, permitCall(world, payer, draft.contractAddress, other))
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Superseded', 'PermitNonceUsed')
  await untilState(world, draft.contractAddress, 'Active.Current')
})

test('two permits handed in at once cost the gas of one', async () => {
  const before = (await permitTransactions()).length
  const { payer, draft, permit } = await signed({ value: 120n * unit })
  const second = await signPermit(world, payer, draft.contractAddress, { value: 50n * unit })
  const handed = await Promise.all([handIn(world, draft, permit), handIn(world, draft, second)])
  await untilQuiet(world)
  const seen = await Promise.all(handed.map(({ id }) => permitOf(world, id)))
  const [sent, ...others] = seen.filter(({ context }) => context['transactionId'] !== null)
  expect(sent!.status).toBe('Used')
  expect(others).toEqual([])
  const other = seen.find(({ id }) => id !== sent!.id)
  expect(other!.context.reason).toMatch(/^(PermitNonceUsed|AlreadyAllowed)$/)
  expect(await permitTransactions()).toHaveLength(before + 1)
})

test('the same permit twice is one permit', async () => {
  const before = (await permitTransactions()).length
  const { draft, permit } = await signed({ value: 120n * unit })
  const { id } = await handIn(world, draft, permit)
  const input = toPermitInput(draft, permit, world.clock.now())
  expect(input.id).toBe(id)
  await untilPermit(world, id, 'Used')
  await untilQuiet(world)
  expect(await permitTransactions()).toHaveLength(before + 1)
})

test('a permit waits for the money that is due, and goes on when it comes', async () => {
  const { payer, draft, permit } = await signed({ value: 120n * unit }, 0n)
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Waiting', 'InsufficientBalance')
  await mint(world, payer, 10n * unit)
  await untilPermit(world, id, 'Used')
  await untilState(world, draft.contractAddress, 'Active.Current')
})

test('a permit of a draft that starts later waits for the first amount too, and costs nothing until then (security R3)', async () => {
  const payer = await newPayer(world, 10n * unit - 1n)
  const startsAt = Math.floor(world.clock.now().getTime() / 1000) + 60 * 86_400
  const draft = await subscribe(world, payer, {
    customerId: 'later',
    startFrom: new Date(startsAt * 1000).toISOString(),
  })
  const before = (await permitTransactions()).length
  const permit = await signPermit(world, payer, draft.contractAddress, { value: 120n * unit })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Waiting', 'InsufficientBalance')
  expect(await permitTransactions()).toHaveLength(before)
  await mint(world, payer, 1n)
  await untilPermit(world, id, 'Used')
})

test('a permit of a payer who was charged waits for the next amount, and costs nothing until then', async () => {
  const { payer, draft, permit } = await signed({ value: 20n * unit }, 10n * unit)
  await handIn(world, draft, permit)
  await untilState(world, draft.contractAddress, 'Active.Current')
  const before = (await permitTransactions()).length
  const more = await signPermit(world, payer, draft.contractAddress, { value: 60n * unit })
  const { id } = await handIn(world, draft, more)
  await untilPermit(world, id, 'Waiting', 'InsufficientBalance')
  expect(await permitTransactions()).toHaveLength(before)
  await mint(world, payer, 10n * unit)
  await untilPermit(world, id, 'Used')
})

test('for a payer without the money nodes are asked later and later', async () => {
  const { draft, permit } = await signed({ value: 120n * unit }, 0n)
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Waiting', 'InsufficientBalance')
  const { pool } = world.database
  const own = "name = 'requestPermit' and entity_id = $1"
  await pool.query(`update outbox set attempts = 9, available_at = now() where ${own}`, [id])
  await settle(world)
  const { rows } = await pool.query<{ attempts: number; inSeconds: number }>(
    `select attempts, extract(epoch from available_at - now())::float8 as "inSeconds" from outbox where ${own}`,
    [id],
  )
  expect(rows).toEqual([{ attempts: 10, inSeconds: expect.any(Number) }])
  expect(rows[0]!.inSeconds).toBeGreaterThan(20)
})

test('a permit that would lower the allowance is left to the payer', async () => {
  const { payer, draft } = await signed({ value: 120n * unit }, 0n)
  await approve(world, payer, draft.contractAddress, 120n * unit)
  const permit = await signPermit(world, payer, draft.contractAddress, { value: 20n * unit })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Refused', 'WouldLowerAllowance')
})

test('a subscription that has ended takes no permit', async () => {
  const { draft, permit } = await signed({ value: 120n * unit })
  const { contractAddress, merchantId } = draft
  await sayTo(
    world,
    { kind: 'subscription', entityId: contractAddress, merchantId },
    { type: 'subscription.cancel' },
  )
  await untilState(world, contractAddress, 'Cancelled')
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Refused', 'SubscriptionEnded')
})

test('no payer makes a merchant pay for more permits than a few a day', async () => {
  const payer = await newPayer(world, 1_000n * unit)
  const startFrom = new Date(Date.parse(world.clock.now().toISOString()) + 86_400_000)
  startFrom.setMilliseconds(0)
  const draft = await subscribe(world, payer, {
    customerId: 'eager',
    startFrom: startFrom.toISOString(),
  })
  const { ofSubscription } = permitsPerDayMax
  for (let number = 1; number <= ofSubscription; number++) {
    const permit = await signPermit(world, payer, draft.contractAddress, {
      value: BigInt(number) * 10n * unit,
    })
    await untilPermit(world, (await handIn(world, draft, permit)).id, 'Used')
  }
  const before = (await permitTransactions()).length
  const value = BigInt(ofSubscription + 1) * 10n * unit
  const permit = await signPermit(world, payer, draft.contractAddress, { value })
  const { id } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Refused', 'TooManyPermits')
  expect(await permitTransactions()).toHaveLength(before)
  const { context } = await subscriptionOf(world, draft.contractAddress)
  expect(context['allowance']).toBe(String(BigInt(ofSubscription) * 10n * unit))
})
