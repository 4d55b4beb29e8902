/** A person's own second factor: an authenticator's codes and recovery codes. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import {
  confirmTotp,
  keepTotpSecret,
  readSecondFactors,
  removeFactor,
  replaceRecoveryCodes,
} from '../../../store/people/second-factors.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { ProofAlone } from '../../authentication/given-proof.ts'
import { toActor } from '../../authentication/session.ts'
import { newTotp, takeTotpCode } from '../../authentication/totp.ts'
import { type Call, personRoute, type Route } from '../../routing/route.ts'
import { PasskeyResource, RecoveryCodes } from './passkeys.routes.ts'
import { GivenCode, proveByCode } from '../../authentication/password-proof.ts'

const path = '/dashboard/api/second-factor'
const tag = 'Second factor'

const SecondFactorResource = z
  .strictObject({
    totpSince: RealTime.nullable().meta({ description: 'Null: there is no authenticator' }),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(PasskeyResource),
  })
  .meta({ id: 'SecondFactor', description: 'What an account has besides its password.' })

const changeBy = ({ caller, audit }: Pick<Call<'person'>, 'caller' | 'audit'>) => ({
  accountId: caller.account.id,
  sessionToken: caller.sessionToken,
  actor: toActor(caller, audit),
})

const readSecondFactorRoute = personRoute({
  method: 'GET',
  path,
  operationId: 'readSecondFactor',
  tag,
  summary: 'Read what you have besides a password',
  answer: { description: 'Your second factors.', schema: SecondFactorResource },
  async handle({ caller, dependencies }) {
    const { passkeys, ...factors } = await readSecondFactors(dependencies, caller.account.id)
    const described = passkeys.map(({ id, label, createdAt, usedAt }) => ({
      id,
      label,
      createdAt,
      usedAt: usedAt ?? null,
    }))
    return { body: { ...factors, passkeys: described } }
  },
})

const offerTotpRoute = personRoute({
  method: 'POST',
  path: `${path}/totp`,
  operationId: 'offerTotp',
  tag,
  summary: 'Ask for the secret of an authenticator',
  description:
    'Counts once `confirmTotp` was called with a code of it; asking again makes another one.',
  needsProof: 'inCall',
  body: ProofAlone,
  answer: {
    description: 'The secret, which is shown this once, and the address for a QR code.',
    schema: z.strictObject({ secret: z.string(), url: z.string() }),
  },
  async handle({ caller: { account }, dependencies }) {
    const offered = newTotp(account.email)
    if (await keepTotpSecret(dependencies, account.id, offered.secret)) return { body: offered }
    throw new Problem(
      'Forbidden',
      'There is an authenticator already: take it away first, by DELETE of this address.',
    )
  },
})

const confirmTotpRoute = personRoute({
  method: 'POST',
  path: `${path}/totp/confirm`,
  operationId: 'confirmTotp',
  tag,
  summary: 'Confirm an authenticator by its first code',
  description:
    'From now on a password alone logs nobody in, and no other session has proven anything.',
  body: z.strictObject({ code: GivenCode }).meta({ id: 'TotpConfirmation' }),
  needsProof: true,
  answer: {
    description: 'Recovery codes, where there were none.',
    schema: z.strictObject({ recoveryCodes: RecoveryCodes.nullable() }),
  },
  async handle({ body: { code }, caller, audit, dependencies }) {
    await proveByCode(dependencies, caller, code, takeTotpCode)
    const recoveryCodes = await confirmTotp(dependencies, changeBy({ caller, audit }))
    return { body: { recoveryCodes } }
  },
})

const removeTotpRoute = personRoute({
  method: 'DELETE',
  path: `${path}/totp`,
  operationId: 'removeTotp',
  tag,
  summary: 'Take the authenticator away',
  needsProof: 'inCall',
  body: ProofAlone,
  answer: { status: 204, description: 'Its codes count no more.' },
  problems: ['NotFound'],
  async handle({ caller, audit, dependencies }) {
    if (await removeFactor(dependencies, changeBy({ caller, audit }))) return {}
    throw new Problem('NotFound', 'You have no authenticator.')
  },
})

const makeRecoveryCodesRoute = personRoute({
  method: 'POST',
  path: `${path}/recovery-codes`,
  operationId: 'makeRecoveryCodes',
  tag,
  summary: 'Make new recovery codes',
  description: 'Earlier ones count no more.',
  needsProof: 'inCall',
  body: ProofAlone,
  answer: { description: 'The codes.', schema: z.strictObject({ recoveryCodes: RecoveryCodes }) },
  async handle({ caller, audit, dependencies }) {
    const { totpSince, passkeys } = await readSecondFactors(dependencies, caller.account.id)
    if (!totpSince && passkeys.length === 0)
      throw new Problem(
        'Forbidden',
        'There is no second factor that a recovery code could stand in for: add one first.',
      )
    const change = changeBy({ caller, audit })
    return { body: { recoveryCodes: await replaceRecoveryCodes(dependencies, change) } }
  },
})

export const secondFactorRoutes: readonly Route[] = [
  readSecondFactorRoute,
  offerTotpRoute,
  confirmTotpRoute,
  removeTotpRoute,
  makeRecoveryCodesRoute,
]
