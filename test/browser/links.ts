import { runInDatabase } from './database.ts'

/** Lets all links of a customer end so many seconds from now: the shortest that can be asked for lasts a minute. */
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
