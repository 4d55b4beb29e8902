/**
 * Stores what an account has besides its password. The secret of an authenticator is sealed, under a data key of the
 * account; recovery codes are stored as hashes; of a passkey only the public half is here.
 */
import type { PoolClient } from 'pg'
import type { SecretOwner } from '../../shared/secrets/secrets.ts'
import { hashToken, newRecoveryCode } from '../../shared/secrets/tokens.ts'
import { runInOneCommit } from '../commit.ts'
import type { Database } from '../database.ts'
import { Passkey, RecoveryCode, Totp } from '../tables/second-factors.ts'
import { type AccountEvent, type Actor, insertAccountChange } from './account-changes.ts'
import { forgetProofs } from './sessions.ts'
import { dropWishes } from './wishes.ts'
import type { MerchantDependencies, WithDatabase, WithClock } from '../parts.ts'

const secretPurpose = 'totp'
const recoveryCodeCount = 10

type SecondFactorKind = 'Totp' | 'Passkey' | 'RecoveryCode'

export type SecondFactors = {
  /** When the authenticator was confirmed; null where there is none. */
  totpSince: Date | null
  recoveryCodesLeft: number
  passkeys: Pick<Passkey, 'id' | 'label' | 'createdAt' | 'usedAt'>[]
}

/** Says who changes the second factors of an account: its owner in a session, or somebody for them. */
export type FactorChange = { accountId: string; actor: Actor; sessionToken: string }

export async function readSecondFactors(
  { database }: WithDatabase,
  accountId: string,
): Promise<SecondFactors> {
  const em = database.orm.em.fork()
  const [totp, recoveryCodesLeft, passkeys] = await Promise.all([
    em.findOne(Totp, { accountId, confirmedAt: { $ne: null } }),
    em.count(RecoveryCode, { accountId }),
    em.find(Passkey, { accountId }, { orderBy: { createdAt: 'asc' } }),
  ])
  return { totpSince: totp?.confirmedAt ?? null, recoveryCodesLeft, passkeys }
}

/** Lists what an account can prove itself with besides the password; empty where it has nothing. */
export function kindsOf({ totpSince, recoveryCodesLeft, passkeys }: SecondFactors) {
  const kinds: SecondFactorKind[] = []
  if (totpSince) kinds.push('Totp')
  if (passkeys.length > 0) kinds.push('Passkey')
  if (kinds.length > 0 && recoveryCodesLeft > 0) kinds.push('RecoveryCode')
  return kinds
}

/** Keeps a secret until a code confirms it; one that was not confirmed before is forgotten. False where one is confirmed. */
export async function keepTotpSecret(
  { database, secrets, clock }: MerchantDependencies,
  accountId: string,
  secret: string,
): Promise<boolean> {
  const wrappedKey = secrets.newWrappedKey(accountId)
  const sealed = secrets.seal({ id: accountId, wrappedKey }, secretPurpose, secret)
  const { rowCount } = await database.pool.query(
    `insert into totp (account_id, wrapped_key, sealed_secret, created_at) values ($1, $2, $3, $4)
     on conflict (account_id) do update set wrapped_key = excluded.wrapped_key,
       sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
     where totp.confirmed_at is null`,
    [accountId, wrappedKey, sealed, clock.realNow()],
  )
  return rowCount === 1
}

/** Returns the secret of an account's authenticator, confirmed or not; null where there is none. */
export async function openTotpSecret(
  { database, secrets }: MerchantDependencies,
  accountId: string,
): Promise<{ secret: string; isConfirmed: boolean } | null> {
  const totp = await database.orm.em.fork().findOne(Totp, { accountId })
  if (!totp) return null
  const owner = { id: accountId, wrappedKey: totp.wrappedKey }
  const secret = secrets.open(owner, secretPurpose, totp.sealedSecret)
  return { secret, isConfirmed: Boolean(totp.confirmedAt) }
}

/** Wraps the data key of an authenticator anew, unless it has another one than was read; tells whether it did. */
export async function replaceTotpKey(
  { pool }: Pick<Database, 'pool'>,
  { id, wrappedKey }: SecretOwner,
  anew: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update totp set wrapped_key = $1 where account_id = $2 and wrapped_key = $3',
    [anew, id, wrappedKey],
  )
  return rowCount === 1
}

/** Takes the code of a step, once: false where it, or a later one, was taken before. */
export async function takeTotpStep(
  { database }: WithDatabase,
  accountId: string,
  step: number,
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `update totp set used_step = $2 where account_id = $1 and (used_step is null or used_step < $2)`,
    [accountId, step],
  )
  return rowCount === 1
}

/** Confirms the authenticator; what the account asked for is called off. @returns recovery codes where it is the first second factor, to be shown once */
export async function confirmTotp(
  dependencies: MerchantDependencies,
  change: FactorChange,
): Promise<string[] | null> {
  const at = dependencies.clock.realNow()
  return runInOneCommit(dependencies.database.pool, async (client) => {
    await client.query('update totp set confirmed_at = $2 where account_id = $1', [
      change.accountId,
      at,
    ])
    return afterAdding(client, dependencies, { ...change, change: 'AuthenticatorAdded', at })
  })
}

/** Adds a passkey; what the account asked for is called off. @returns recovery codes where it is the first second factor, to be shown once */
export async function addPasskey(
  dependencies: MerchantDependencies,
  change: FactorChange,
  {
    id,
    label,
    publicKey,
    counter,
    transports,
  }: Omit<Passkey, 'accountId' | 'createdAt' | 'usedAt'>,
): Promise<string[] | null> {
  const at = dependencies.clock.realNow()
  return runInOneCommit(dependencies.database.pool, async (client) => {
    await client.query(
      `insert into passkey (id, account_id, label, public_key, counter, transports, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, change.accountId, label, publicKey, counter, JSON.stringify(transports), at],
    )
    return afterAdding(client, dependencies, { ...change, change: 'PasskeyAdded', at })
  })
}

export async function findPasskey({ database }: WithDatabase, id: string): Promise<Passkey | null> {
  return database.orm.em.fork().findOne(Passkey, { id })
}

/** Notes the use of a passkey; false where a later use is known, so that this one is a copy's. */
export async function notePasskeyUse(
  { database, clock }: WithClock,
  id: string,
  counter: number,
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `update passkey set counter = $2, used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter, clock.realNow()],
  )
  return rowCount === 1
}

/**
 * Takes a passkey away, or, without an id, the authenticator, and calls off what the account asked for; false where the
 * account has no such.
 */
export async function removeFactor(
  { database, clock, mails }: MerchantDependencies,
  { accountId, actor }: FactorChange,
  passkeyId?: string,
): Promise<boolean> {
  return runInOneCommit(database.pool, async (client) => {
    const { rowCount } =
      passkeyId === undefined
        ? await client.query('delete from totp where account_id = $1', [accountId])
        : await client.query('delete from passkey where account_id = $1 and id = $2', [
            accountId,
            passkeyId,
          ])
    if (!rowCount) return false
    // Recovery codes stand in for a second factor: without one there is nothing to stand in for.
    await client.query(
      `delete from recovery_code where account_id = $1
         and not exists (select from passkey where account_id = $1)
         and not exists (select from totp where account_id = $1 and confirmed_at is not null)`,
      [accountId],
    )
    await dropWishes(client, { clock, mails }, accountId, actor)
    const what = passkeyId === undefined ? 'AuthenticatorRemoved' : 'PasskeyRemoved'
    await insertAccountChange(client, { accountId, change: what, actor, at: clock.realNow() })
    return true
  })
}

/** Takes everything away but the password, for somebody who has lost it all. */
export async function removeAllFactors(
  { database, clock, mails }: MerchantDependencies,
  accountId: string,
  actor: Actor,
): Promise<void> {
  await runInOneCommit(database.pool, async (client) => {
    await client.query('delete from totp where account_id = $1', [accountId])
    await client.query('delete from passkey where account_id = $1', [accountId])
    await client.query('delete from recovery_code where account_id = $1', [accountId])
    await client.query('delete from session where account_id = $1', [accountId])
    await dropWishes(client, { clock, mails }, accountId, actor)
    const change = 'SecondFactorsRemoved'
    await insertAccountChange(client, { accountId, change, actor, at: clock.realNow() })
  })
}

/**
 * Makes recovery codes in the place of those that are left, and returns them: they are shown this once. What the account
 * asked for is called off.
 */
export async function replaceRecoveryCodes(
  { database, clock, mails }: MerchantDependencies,
  { accountId, actor }: FactorChange,
): Promise<string[]> {
  const at = clock.realNow()
  return runInOneCommit(database.pool, async (client) => {
    const codes = await makeRecoveryCodes(client, accountId, at)
    await dropWishes(client, { clock, mails }, accountId, actor)
    await insertAccountChange(client, { accountId, change: 'RecoveryCodesMade', actor, at })
    return codes
  })
}

/** Uses a recovery code up; false where the account has no such. */
export async function useRecoveryCode(
  { database }: WithDatabase,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    'delete from recovery_code where account_id = $1 and code_hash = $2',
    [accountId, hashRecoveryCode(code)],
  )
  return rowCount === 1
}

/** However people write it: in capitals, with blanks, without the dashes. */
const hashRecoveryCode = (code: string) =>
  hashToken(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))

/** From now on the password is not enough: not in the account's other sessions, nor for what was asked for with it alone. */
async function afterAdding(
  client: PoolClient,
  dependencies: Pick<MerchantDependencies, 'clock' | 'mails'>,
  { accountId, actor, sessionToken, change, at }: FactorChange & { change: AccountEvent; at: Date },
): Promise<string[] | null> {
  await insertAccountChange(client, { accountId, change, actor, at })
  await forgetProofs(client, accountId, sessionToken)
  await dropWishes(client, dependencies, accountId, actor)
  const { rowCount } = await client.query(
    'select from recovery_code where account_id = $1 limit 1 for update',
    [accountId],
  )
  return rowCount ? null : makeRecoveryCodes(client, accountId, at)
}

async function makeRecoveryCodes(
  client: PoolClient,
  accountId: string,
  at: Date,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await client.query('delete from recovery_code where account_id = $1', [accountId])
  await client.query(
    `insert into recovery_code (account_id, code_hash, created_at) select $1, unnest($2::text[]), $3`,
    [accountId, codes.map(hashRecoveryCode), at],
  )
  return codes
}
