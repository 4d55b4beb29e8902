/** Codes of an authenticator (RFC 6238): six digits, another every 30 s; each counts once. */
import { Secret, TOTP } from 'otpauth'
import { openTotpSecret, takeTotpStep, useRecoveryCode } from '../../store/people/second-factors.ts'
import type { WithSecrets } from '../../store/parts.ts'

const issuer = 'Mandate'
const secretBytes = 20
const periodSeconds = 30
/** Codes of the step before and after count too: clocks differ, and people are slow. */
const window = 1

/** Makes a secret, and the address that authenticators read from a QR code. */
export function newTotp(email: string): { secret: string; url: string } {
  const totp = new TOTP({ issuer, label: email, secret: new Secret({ size: secretBytes }) })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** Takes a code of the account's authenticator, confirmed or not; false where it is wrong or was used. */
export async function takeTotpCode(
  dependencies: WithSecrets,
  accountId: string,
  code: string,
): Promise<boolean> {
  const known = await openTotpSecret(dependencies, accountId)
  return known !== null && takeCodeOf(dependencies, accountId, known.secret, code)
}

/** Takes a code of a confirmed authenticator, or a recovery code, which is used up by it. */
export async function takeCode(
  dependencies: WithSecrets,
  accountId: string,
  code: string,
): Promise<boolean> {
  if (!/^[\d ]{6,10}$/.test(code)) return useRecoveryCode(dependencies, accountId, code)
  const known = await openTotpSecret(dependencies, accountId)
  return known?.isConfirmed === true && takeCodeOf(dependencies, accountId, known.secret, code)
}

async function takeCodeOf(
  dependencies: WithSecrets,
  accountId: string,
  secret: string,
  code: string,
): Promise<boolean> {
  const timestamp = dependencies.clock.realNow().getTime()
  const token = code.replaceAll(' ', '')
  const totp = { secret: Secret.fromBase32(secret), timestamp, period: periodSeconds }
  const steps = TOTP.validate({ token, window, ...totp })
  if (steps === null) return false
  const step = Math.floor(timestamp / 1000 / periodSeconds) + steps
  return takeTotpStep(dependencies, accountId, step)
}
