/** Stores what people have besides a password: codes of an authenticator, recovery codes, passkeys. */
import { defineEntity, p } from '@mikro-orm/core'

const TotpSchema = defineEntity({
  name: 'Totp',
  tableName: 'totp',
  properties: {
    accountId: p.text().primary(),
    /** The account's own data key, wrapped as those of merchants are. */
    wrappedKey: p.text(),
    sealedSecret: p.text(),
    /** Null until a first code has shown that the authenticator has the secret. */
    confirmedAt: p.datetime().nullable(),
    /** The step of the last code that was accepted: it and those before count no more. */
    usedStep: p.bigint('number').nullable(),
    createdAt: p.datetime(),
  },
})
/** The secret that an account shares with its owner's authenticator. */
export class Totp extends TotpSchema.class {}
TotpSchema.setClass(Totp)

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    accountId: p.text().primary(),
    codeHash: p.text().primary(),
    createdAt: p.datetime(),
  },
})
/** Stands in for the second factor, once: it is deleted when it is used. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode)

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    /** The authenticator's name for it, in base64url. */
    id: p.text().primary(),
    accountId: p.text().index(),
    label: p.text(),
    /** In base64url. */
    publicKey: p.text(),
    /** The authenticator's count of its uses; 0 where it does not count. */
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
})
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey)

const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenge',
  properties: {
    challenge: p.text().primary(),
    purpose: p.enum(['register', 'login', 'prove'] as const),
    /** Null for a login: nobody has said yet who they are. */
    accountId: p.text().nullable(),
    expiresAt: p.datetime().index(),
  },
})
/** A passkey has to sign this, once. */
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge)
