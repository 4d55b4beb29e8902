/** Fragments of SQL about the outbox rows that ask for a webhook call. */

/** Names the row by which a delivery asks for its call now: the only effect of its last turn. */
export const sendingRowId = (delivery: string): string =>
  `'delivery/' || ${delivery}.id || '/' || ${delivery}.revision || '/0'`

/**
 * Whether a destination is down, so that nothing is sent to it but probes. Where all its failures are
 * of one lane, the fault may be that resource's: everything goes on by its schedule, beside the probes.
 */
export const isDown = (endpointId: string, apiKey: string): string =>
  `exists (select 1 from destination
    where destination.endpoint_id = ${endpointId} and destination.api_key = ${apiKey}
      and destination.status = 'Down' and destination.failing_lane is null)`
