/**
 * The customers of merchants, by the token that opens their pages: `Authorization: Bearer`. No browser
 * sends it along by itself, so no page of another site can use it.
 */
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import type { Owner } from '../../shared/owner.ts'
import { Problem, type ProblemCode } from '../../shared/problems.ts'
import type { TokenRight } from '../../shared/secrets/token-rights.ts'
import {
  endedTokensKeptDays,
  findTokenHolder,
  type TokenHolder,
} from '../../store/merchants/customer-tokens.ts'
import type { Shop } from '../../store/merchants/pages/profile.ts'
import { readHeader } from '../requests/headers.ts'
import { requireNoDemo } from './demo.ts'
import type { MerchantDependencies } from '../../store/parts.ts'

/** Everything that a customer asks for is about this merchant, network and customer. */
export type CustomerCaller = {
  owner: Owner
  customerId: string
  merchantName: string
  shop: Shop
  may: TokenRight
  /** The plan that alone is on offer: a public page has opened the session. Null: all are. */
  planId: string | null
  /** In real time. */
  expiresAt: Date
  token: string
}

type CustomerDependencies = MerchantDependencies & { directory: ChainDirectory }

/** Tokens have this form: 256 bits in 43 letters. */
const bearerPattern = /^bearer +([\w-]{43})$/i
const askAnew = 'Ask the merchant for a new link.'

/** Returns the customer; throws `Unauthorized`, `SessionExpired` or `SessionRevoked`. */
export async function authenticateCustomer(
  rawHeaders: string[],
  dependencies: CustomerDependencies,
): Promise<CustomerCaller> {
  return identifyCustomer(readToken(readHeader(rawHeaders, 'authorization')), dependencies)
}

/** Returns the customer of a token as it is now, like `authenticateCustomer`. */
export async function identifyCustomer(
  token: string,
  dependencies: CustomerDependencies,
): Promise<CustomerCaller> {
  const holder = await findTokenHolder(dependencies, token)
  if (!holder)
    throw notLetIn(
      'Unauthorized',
      `Nobody has this token, or it ended more than ${endedTokensKeptDays} days ago. ${askAnew}`,
    )
  requireGood(holder)
  requireNoDemo(holder, dependencies.directory)
  const { merchantId, network, customerId, merchantName, shop, may, planId, expiresAt } = holder
  const owner = { merchantId, network }
  return { owner, customerId, merchantName, shop, may, planId, expiresAt, token }
}

/** The caller is told why the token is bad: only its holder knows 256 random bits. */
function requireGood({ isRevoked, isExpired, expiresAt, merchantName, shop }: TokenHolder): void {
  if (isRevoked)
    throw notLetIn('SessionRevoked', `${merchantName} has ended this session. ${askAnew}`, {
      merchantName,
      shop,
    })
  if (isExpired)
    throw notLetIn(
      'SessionExpired',
      `This session was good until ${expiresAt.toISOString()}. ${askAnew}`,
      { merchantName, shop },
    )
}

/** @throws `Unauthorized` where there is no token, or what is there is none */
export function readToken(authorization: string | null): string {
  const token = authorization === null ? undefined : bearerPattern.exec(authorization)?.[1]
  if (token !== undefined) return token
  const message = 'Send Authorization: Bearer with the token of create-customer-token, 43 letters.'
  throw notLetIn('Unauthorized', message)
}

const notLetIn = (
  code: ProblemCode,
  message: string,
  details: { merchantName?: string; shop?: Shop } = {},
) =>
  new Problem(code, message, {
    details,
    headers: { 'www-authenticate': 'Bearer realm="session API"' },
  })

/** Throws `TokenMayOnlyLeave` where the token is not for what a route does. */
export function requireRight({ may }: CustomerCaller, { forLeaving }: { forLeaving?: true }): void {
  if (may === 'manage' || forLeaving) return
  throw new Problem(
    'TokenMayOnlyLeave',
    "This link is for reading, pausing and cancelling. For anything more, open your subscriptions from the merchant's own site.",
  )
}
