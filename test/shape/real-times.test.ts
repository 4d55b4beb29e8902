/** Business time everywhere it is business: the moments that follow real time are named here, and say so. */
import { expect, test } from 'vitest'
import { type Api, dashboardApi, merchantApi, sessionApi } from '../../src/http/openapi/apis.ts'
import { describeApi } from '../../src/http/openapi/document.ts'
import { sourceFiles } from './source-files.ts'

type Schema = { description?: string; format?: string; [key: string]: unknown }

/** Lists the moments below a part of an API's description that say that they are real time. */
function realTimesIn(part: unknown, name = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { format, description } = part as Schema
  if (format === 'date-time' && /real time/.test(description ?? '')) return [name]
  return Object.entries(part).flatMap(([key, inner]) =>
    realTimesIn(inner, ['anyOf', '0', '1', 'items', 'properties'].includes(key) ? name : key),
  )
}
const describedIn = (api: Api): string[] => {
  const { components, paths } = describeApi(api) as Record<string, Record<string, object>>
  const inSchemas = Object.entries(components!['schemas']!).flatMap(([schema, part]) =>
    realTimesIn(part).map((field) => `${schema}.${field}`),
  )
  return [...inSchemas, ...realTimesIn(paths)].toSorted()
}

test('the life of a customer token is the one real time that the API gives merchants', () => {
  expect(describedIn(merchantApi)).toEqual(['CustomerToken.expiresAt'])
})

test('the life of a session is the one real time that customers read', () => {
  expect(describedIn(sessionApi)).toEqual(['CustomerSession.expiresAt'])
})

test('in the dashboard, real time are sessions and what was observed outside', () => {
  expect(describedIn(dashboardApi)).toEqual([
    'Account.createdAt',
    'AccountChange.at',
    'AccountLink.expiresAt',
    'AuditEntry.at',
    'Chain.lookedAt',
    'ChainNode.lastErrorAt',
    'CustomerLink.expiresAt',
    'ForecastCharge.balanceSeenAt',
    'ForecastTotal.coveredSeenAt',
    'GasWallet.seenAt',
    'ListedAccount.createdAt',
    'ListedAccount.lastLoginAt',
    'ListedGasWallet.seenAt',
    'LoggedRequest.createdAt',
    'Mail.createdAt',
    'Mail.endedAt',
    'Mail.expiresAt',
    'Mail.nextTryAt',
    'Member.createdAt',
    'Member.usedAt',
    'NonceLane.healedAt',
    'NonceLane.heldUpSince',
    'NonceLane.lookedAt',
    'NonceLane.restsUntil',
    'Passkey.createdAt',
    'Passkey.usedAt',
    'PayerLink.expiresAt',
    'PayerWallet.balanceSeenAt',
    'Process.seenAt',
    'Process.startedAt',
    'ReadBlock.seenAt',
    'SecondFactor.totpSince',
    'Session.createdAt',
    'Session.expiresAt',
    'Session.usedAt',
    'Stray.seenAt',
    'Stuck.firstAt',
    'Stuck.lastAt',
    'Stuck.seenAt',
    'Stuck.seenAt',
    'Stuck.since',
    'Stuck.since',
    'StuckEffect.availableAt',
    'StuckLane.seenAt',
    'WatchedChain.lookedAt',
    'WatchedChain.since',
    'countsUntil',
  ])
})

test('real time is read only for people, secrets, signatures, gas and what is observed outside', () => {
  const reading = sourceFiles(['src'], ['.ts']).filter(({ text }) => text.includes('realNow'))
  expect(reading.map(({ path }) => path).sort()).toEqual([
    'src/http/authentication/audit.ts',
    'src/http/authentication/authenticate.ts',
    'src/http/authentication/proof.ts',
    'src/http/authentication/replays.ts',
    'src/http/authentication/totp.ts',
    'src/http/dashboard/lists/dashboard-list.ts',
    'src/http/dashboard/lists/requests.list.ts',
    'src/http/dashboard/people/accounts.routes.ts',
    'src/http/dashboard/people/audit.routes.ts',
    'src/http/dashboard/people/login.routes.ts',
    'src/http/dashboard/people/proof.routes.ts',
    'src/http/forgetting.ts',
    'src/http/lists/list-route.ts',
    'src/http/routing/idempotent-answer.ts',
    'src/http/session/live.routes.ts',
    'src/http/session/permit.route.ts',
    'src/mailing/mail.relay.ts',
    'src/relays/test-clock.ts',
    'src/relays/webhook-attempt.ts',
    'src/sending/requests/permit-requests.ts',
    'src/shared/clock.ts',
    'src/store/engine/test-event.ts',
    'src/store/idempotency.ts',
    'src/store/mails/mail-queue.ts',
    'src/store/master-key-id.ts',
    'src/store/merchants/customer-tokens.ts',
    'src/store/merchants/gas-wallets.ts',
    'src/store/merchants/pages/public-pages.ts',
    'src/store/people/account-links.ts',
    'src/store/people/accounts.ts',
    'src/store/people/cancellations.ts',
    'src/store/people/known-addresses.ts',
    'src/store/people/login-attempts.ts',
    'src/store/people/members.ts',
    'src/store/people/passkey-challenges.ts',
    'src/store/people/registration.ts',
    'src/store/people/second-factors.ts',
    'src/store/people/sessions.ts',
    'src/store/views/payers/permit-limits.ts',
  ])
})
