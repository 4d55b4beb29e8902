import pg from 'pg'
import { served } from './served.ts'

/** Lets all links of a customer end so many seconds from now: the shortest that can be asked for lasts a minute. */
export async function endLinks(
  { customerId }: { customerId: string },
  seconds: number,
): Promise<void> {
  const client = new pg.Client(served.databaseUrl)
  await client.connect()
  const inTime = `now() + make_interval(secs => $2)`
  const values = [customerId, seconds]
  await client.query(
    `update customer_token set expires_at = ${inTime} where customer_id = $1`,
    values,
  )
  await client.end()
}
