/** Loads from the database what a sweep of a payment's deposit address on any chain needs. */
import { hashPaymentId } from '../../shared/addresses/deposit-address.ts'
import type { Database } from '../../store/database.ts'
import type { Recoverable } from './recover.ts'

type Row = Omit<Recoverable, 'idHash'> & { blockchain: string; depositSalt: string }

/** Finds a payment with its own chain; null where there is none. */
export async function findRecoverable(
  { pool }: Database,
  paymentId: string,
): Promise<(Recoverable & { blockchain: string }) | null> {
  const { rows } = await pool.query<Row>(
    `select p.blockchain, p.deposit_address as "depositAddress",
       p.snapshot->'context'->>'receiver' as receiver,
       p.snapshot->'context'->>'depositSalt' as "depositSalt",
       d.deposit_factory as "depositFactory", d.deposit_implementation as "depositImplementation"
     from payment p join chain_deployment d on d.blockchain = p.blockchain where p.id = $1`,
    [paymentId],
  )
  const [row] = rows
  if (!row) return null
  const { depositSalt, ...payment } = row
  return { ...payment, idHash: hashPaymentId(paymentId, depositSalt) }
}
