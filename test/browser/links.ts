import { runInDatabase } from './database.ts'

/**
 * Lets all links of a customer end so many seconds from now: the shortest that can be asked for lasts a minute. Less than 0 has
 * ended for certain: a service's clock may be some milliseconds behind the database's.
 */
export async function endLinks(
  { customerId }: { customerId: string },
  seconds: number,
): Promise<void> {
  const inTime = `now() + make_interval(secs => $2)`
  await runInDatabase(`update customer_token set expires_at = ${inTime} where customer_id = $1`, [
    customerId,
    seconds,
  ])
}
