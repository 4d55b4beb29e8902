/** The measurements, in the order of a subscription's life. Batch figures are gas per item. */
import type { Address } from 'viem'
import type { Draft, GasWorld } from './contracts-gas-world.ts'

/** `gasMax` is the target, which holds for the OpenZeppelin token. */
export type Measurement = { name: string; gas: number; gasMax?: number }

const CHARGE_BATCH_SIZES = [10, 50, 100, 200] as const
const CHARGE_BATCH_SIZE_WITH_TARGET = 100
const ACTIVATION_BATCH_SIZE = 50
export const PAYERS_NEEDED = Math.max(...CHARGE_BATCH_SIZES)

const ACTIVATE_GAS_MAX = 150_000
const CHARGE_GAS_MAX = 56_000
const BATCHED_CHARGE_GAS_MAX = 24_500

/** Measures everything once, in a world of its own. */
export async function measureAll(world: GasWorld): Promise<Measurement[]> {
  return [
    { name: 'deploy the factory, once per chain', gas: world.factoryGas },
    ...(await measureStart(world)),
    ...(await measureLife(world)),
    ...(await measureChargeBatches(world)),
    ...(await measureFailures(world)),
    { name: 'for comparison: a bare transferFrom', gas: await measureTransferFrom(world) },
  ]
}

async function measureStart(world: GasWorld): Promise<Measurement[]> {
  const [atOnce, deployedFirst] = await world.approvedDrafts(2)
  const approve = await world.approve(await world.draft())
  const activate = await world.callFactory('activate', termsAndId(atOnce!), { charged: 1 })
  const deploy = await world.callFactory('deploy', termsAndId(deployedFirst!))
  const activateLater = await world.callFactory('activate', termsAndId(deployedFirst!), {
    charged: 1,
  })
  return [
    { name: 'approve, by the payer', gas: approve },
    { name: 'deploy', gas: deploy },
    { name: 'activate: deploy and first charge', gas: activate, gasMax: ACTIVATE_GAS_MAX },
    { name: 'activate what is deployed', gas: activateLater },
    {
      name: `activateMany, each of ${ACTIVATION_BATCH_SIZE}`,
      gas: await activateAll(world, await world.approvedDrafts(ACTIVATION_BATCH_SIZE)),
    },
  ]
}

async function measureLife(world: GasWorld): Promise<Measurement[]> {
  const [draft, unwanted] = await world.approvedDrafts(2)
  await activateAll(world, [draft!])
  await world.passPeriod()
  return [
    {
      name: 'charge, one alone',
      gas: await world.callFactory('charge', [draft!.address], { charged: 1 }),
      gasMax: CHARGE_GAS_MAX,
    },
    { name: 'freeze, by the payer', gas: await world.callSubscription(draft!, 'freeze') },
    { name: 'unfreeze, by the payer', gas: await world.callSubscription(draft!, 'unfreeze') },
    { name: 'cancel, by the payer', gas: await world.callSubscription(draft!, 'cancel') },
    {
      name: 'cancel a draft, by the operator',
      gas: await world.callFactory('cancel', termsAndId(unwanted!)),
    },
  ]
}

async function measureChargeBatches(world: GasWorld): Promise<Measurement[]> {
  const drafts = await world.approvedDrafts(PAYERS_NEEDED)
  for (let from = 0; from < drafts.length; from += ACTIVATION_BATCH_SIZE) {
    await activateAll(world, drafts.slice(from, from + ACTIVATION_BATCH_SIZE))
  }
  const addresses = drafts.map((draft) => draft.address)
  const measurements: Measurement[] = []
  for (const size of CHARGE_BATCH_SIZES) {
    await world.passPeriod()
    const gas = await chargeAll(world, addresses.slice(0, size))
    const target = size === CHARGE_BATCH_SIZE_WITH_TARGET ? { gasMax: BATCHED_CHARGE_GAS_MAX } : {}
    measurements.push({ name: `chargeMany, each of ${size}`, gas, ...target })
    if (size < addresses.length) await chargeAll(world, addresses.slice(size))
  }
  return measurements
}

/** Measures what a failing item costs its batch, which a preview saves. */
async function measureFailures(world: GasWorld): Promise<Measurement[]> {
  const size = ACTIVATION_BATCH_SIZE
  const drafts = await world.approvedDrafts(size)
  await activateAll(world, drafts)
  const batch = drafts.map((draft) => draft.address)
  const notDue = await world.callFactory('chargeMany', [batch], { failed: size })
  await world.passPeriod()
  for (const draft of drafts) await world.approve(draft, 0n)
  const noAllowance = await world.callFactory('chargeMany', [batch], { failed: size })
  return [
    { name: `a failing item of ${size}: not due`, gas: Math.round(notDue / size) },
    { name: `a failing item of ${size}: no allowance`, gas: Math.round(noAllowance / size) },
  ]
}

async function measureTransferFrom(world: GasWorld): Promise<number> {
  const [owner, spender] = world.payers
  await world.callToken(owner!, 'approve', [spender, 1_000_000n])
  return await world.callToken(spender!, 'transferFrom', [owner, world.merchant, 1_000n])
}

/** Activates in one transaction and returns the gas per item. */
async function activateAll(world: GasWorld, drafts: readonly Draft[]): Promise<number> {
  const batch = [drafts.map((draft) => draft.terms), drafts.map((draft) => draft.id)]
  const gas = await world.callFactory('activateMany', batch, { charged: drafts.length })
  return Math.round(gas / drafts.length)
}

/** Charges in one transaction and returns the gas per item. */
async function chargeAll(world: GasWorld, batch: readonly Address[]): Promise<number> {
  const gas = await world.callFactory('chargeMany', [batch], { charged: batch.length })
  return Math.round(gas / batch.length)
}

function termsAndId(draft: Draft) {
  return [draft.terms, draft.id] as const
}
