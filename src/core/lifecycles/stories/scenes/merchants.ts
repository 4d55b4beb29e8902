/** The scenes of what belongs to a merchant: a plan, a customer, the verification, a gas wallet. */
import { dayMs } from '../../../../../machines/durations.ts'
import { CustomerInput } from '../../../../../machines/customer/customer.events.ts'
import { GasWalletInput } from '../../../../../machines/gas-wallet/gas-wallet.events.ts'
import { PlanInput } from '../../../../../machines/plan/plan.events.ts'
import { VerificationInput } from '../../../../../machines/verification/verification.events.ts'
import { coins, contract, daysLater, gasWallet, ids, onChain, owner, type Scene } from '../scene.ts'

const createdAt = daysLater(0)

export const planScenes: Scene<'plan'>[] = [
  {
    input: PlanInput.parse({
      id: ids.plan,
      ...owner,
      ...onChain,
      name: 'Monthly',
      description: 'Everything, every month.',
      amount: coins(12),
      periodDays: 30,
      graceDays: 3,
      tags: ['basic'],
      createdAt,
    }),
    pauseMs: dayMs,
    eventsAt: () => [{ type: 'plan.activate' }, { type: 'plan.archive' }],
    differencesOf: () => null,
  },
]

export const customerScenes: Scene<'customer'>[] = [
  {
    input: CustomerInput.parse({ id: ids.own, ...owner, customerId: 'customer-42', createdAt }),
    pauseMs: dayMs,
    eventsAt: () => [
      { type: 'customer.accessGranted', contractAddress: contract, until: daysLater(33) },
    ],
    differencesOf: () => null,
  },
]

const by = 'operator@mandate.example'
const details = {
  legalName: 'Alpenladen GmbH',
  registrationNumber: 'CHE-123.456.789',
  country: 'CH',
  website: 'https://shop.example',
  contactEmail: 'billing@shop.example',
}

export const verificationScenes: Scene<'verification'>[] = [
  {
    input: VerificationInput.parse({ id: owner.merchantId, ...owner }),
    pauseMs: dayMs,
    eventsAt: () => [
      { type: 'verification.submit', details },
      { type: 'verification.approve', by },
      { type: 'verification.reject', by, reason: 'The register does not know the company.' },
      { type: 'verification.revoke', by, reason: 'The business was dissolved.' },
    ],
    differencesOf: () => null,
  },
]

/** `balance` is in wei. */
const measures = {
  full: { balance: '24000000000000000', chargesLeft: 240, daysLeft: 31 },
  low: { balance: '300000000000000', chargesLeft: 3, daysLeft: 2 },
  empty: { balance: '10000000000000', chargesLeft: 0, daysLeft: 0 },
}

export const gasWalletScenes: Scene<'gasWallet'>[] = [
  {
    input: GasWalletInput.parse({
      id: gasWallet,
      ...owner,
      blockchain: onChain.blockchain,
      nativeSymbol: 'ETH',
      ...measures.full,
      createdAt,
    }),
    pauseMs: dayMs,
    eventsAt: () =>
      Object.values(measures).map((measure) => ({ type: 'gasWallet.measured', ...measure })),
    differencesOf: () => null,
  },
]
