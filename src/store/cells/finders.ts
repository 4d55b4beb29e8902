/**
 * Whether something that a request names is in this cell: one look by the index of what every cell knows its own by.
 * Nothing of it moves to another cell, so whoever asks may remember where it was found.
 */
import type { Pool } from 'pg'
import { hashToken } from '../../shared/secrets/tokens.ts'

/** A request names one of these from outside, by a kind of name. */
export type Named = {
  by:
    | 'apiKey'
    | 'customerToken'
    | 'session'
    | 'accountLink'
    | 'email'
    | 'account'
    | 'passkey'
    | 'payment'
    | 'subscription'
    | 'plan'
    | 'logo'
  value: string
}

type Look = { text: string; toValue?: (value: string) => string }

const lowered = (value: string) => value.toLowerCase()

const looks: Record<Named['by'], Look> = {
  apiKey: { text: 'select from api_key where name = $1' },
  customerToken: {
    text: 'select from customer_token where token_hash = $1',
    toValue: hashToken,
  },
  session: { text: 'select from session where token_hash = $1', toValue: hashToken },
  accountLink: { text: 'select from account_link where token_hash = $1', toValue: hashToken },
  // Neither an invitation that nobody has used yet nor whom an operator shut out keeps an address from others.
  email: {
    text: `select from account
      where email = $1 and password_hash is not null and not disabled_by_operator`,
    toValue: lowered,
  },
  account: { text: 'select from account where id = $1' },
  passkey: { text: 'select from passkey where id = $1' },
  payment: { text: 'select from payment where id = $1' },
  subscription: { text: 'select from subscription where id = $1' },
  plan: { text: 'select from plan where id = $1' },
  // Several merchants may have the same.
  logo: { text: 'select from merchant_profile where logo_hash = $1 limit 1' },
}

/** Whether the cell with this database has what is named. */
export async function hasNamed(pool: Pool, { by, value }: Named): Promise<boolean> {
  const { text, toValue } = looks[by]
  const values = [toValue ? toValue(value) : value]
  const { rowCount } = await pool.query({ name: `cell-has-${by}`, text, values })
  return rowCount === 1
}
