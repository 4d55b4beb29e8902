/** Proofs of leaving: made by the role that opens gas keys, checked by anybody, without the service. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveLeavingProofs } from '../../src/sending/proofs/leaving-proofs.ts'
import {
  findProofFaults,
  LeavingProof,
  type LeavingStatement,
  typedProofOf,
} from '../../src/shared/proofs/leaving-proof.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { activeSubscription, approve, say, unit } from '../../test/chain/payers.ts'
import { untilState } from '../../test/chain/until.ts'
import { createWorld, startAll, type World } from '../../test/chain/world.ts'

const run = promisify(execFile)
const timeoutMs = 5_000
let world: World
let parts: { stop(): Promise<void> }[] = []
let contractAddress: string
let proof: LeavingProof

beforeAll(async () => {
  world = await createWorld()
  parts = [startAll(world), serveLeavingProofs(world)]
  const left = await activeSubscription(world)
  contractAddress = left.contractAddress
  await say(world, left.input, { type: 'subscription.cancel' })
  await untilState(world, contractAddress, 'Cancelled')
  await approve(world, left.payer, contractAddress, 7n * unit)
  // A proof states the last block that was read, and is kept for a minute: who begins later has been read later.
  await activeSubscription(world)
  proof = LeavingProof.parse((await ask(contractAddress)).proof)
})
afterAll(async () => {
  for (const part of parts) await part.stop()
  await world?.close()
})

const ask = (of: string) =>
  world.bus.requestProof({ contractAddress: of }, timeoutMs) as Promise<{ proof: unknown }>

/** Runs the script on a file that holds this. */
async function verify(content: unknown, ...more: string[]): Promise<string> {
  const file = join(newDirectory('proof'), 'proof.json')
  writeFileSync(file, JSON.stringify(content))
  const script = ['scripts/run.mjs', 'scripts/verify-proof.ts', file, ...more]
  const { stdout, stderr } = await run(process.execPath, script).catch((failed: unknown) => {
    return failed as { stdout: string; stderr: string }
  })
  return stdout + stderr
}

const altered = (changes: Partial<LeavingStatement>): LeavingProof => ({
  ...proof,
  statement: { ...proof.statement, ...changes },
})

test('a cancelled contract is proven left, with what its allowance is', async () => {
  expect(await findProofFaults(proof)).toEqual([])
  expect(proof.statement).toMatchObject({
    chainId: world.chain.chainId,
    contractAddress,
    operator: world.merchant.wallet,
    amount: String(10n * unit),
  })
  expect(BigInt(proof.statement.allowance)).toBe(7n * unit)
  expect(proof.statement.cancelledInBlock).toBeLessThanOrEqual(proof.statement.readInBlock)
})

test('a contract that is not cancelled has no proof', async () => {
  const { contractAddress: living } = await activeSubscription(world)
  expect(await ask(living)).toEqual({ proof: null })
})

describe('a proof that was altered is seen', () => {
  test.each<[string, Partial<LeavingStatement>]>([
    ['in its allowance', { allowance: '0' }],
    ['in its moment', { cancelledAt: 1 }],
    ['in its transaction', { cancelledByTransaction: `0x${'1'.repeat(64)}` }],
    ['in its chain', { chainId: 1 }],
    ['in its payer', { payer: `0x${'1'.repeat(40)}` }],
    ['in its terms', { amount: '1' }],
    ['in its contract', { contractAddress: `0x${'1'.repeat(40)}` }],
  ])('%s', async (_, changes) => {
    expect(await findProofFaults(altered(changes))).not.toEqual([])
  })

  test('where somebody else has signed it, and stands in it as the operator', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const statement = { ...proof.statement, operator: stranger.address }
    const signature = await stranger.signTypedData(typedProofOf(statement))
    const faults = await findProofFaults(LeavingProof.parse({ ...proof, statement, signature }))
    expect(faults).toEqual([expect.stringMatching(/^the terms belong to 0x/)])
  })
})

test('the script says so, without the service, and with a node what stands there now', async () => {
  expect(await verify(proof)).toContain(`Signed by its operator ${world.merchant.wallet}.`)
  const asked = await verify(proof, '--rpc', world.node.url)
  expect(asked).toContain('The node says: the allowance is 7000000 base units now.')
  expect(asked).not.toContain('WRONG')
  expect(await verify(altered({ allowance: '0' }))).toMatch(/^WRONG: it is signed by 0x/m)
  const unlike = await verify({ statement: {} })
  expect(unlike).toMatch(/proof.json is not a proof of leaving:\n.*chainId/s)
  expect(unlike).not.toContain('    at ')
}, 60_000)
