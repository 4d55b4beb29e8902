/**
 * Reads from the service's own database the events that their endpoint never heard of: the drill deletes it in the end.
 */
import type { PostgresPair } from '../../scripts/fleet/postgres-pair.ts'

const explainedMax = 10

/** The deliveries of an event with their turns, timers and effects, and the effects that are about the event itself. */
const questionOf = (eventId: string): string => `
  select jsonb_build_object(
    'deliveries', (select jsonb_agg(to_jsonb(d) || jsonb_build_object(
        'journal', (select jsonb_agg(to_jsonb(j) order by j.revision)
          from journal j where j.kind = 'delivery' and j.entity_id = d.id),
        'timers', (select jsonb_agg(to_jsonb(t)) from timer t where t.kind = 'delivery' and t.entity_id = d.id),
        'outbox', (select jsonb_agg(to_jsonb(o)) from outbox o where o.kind = 'delivery' and o.entity_id = d.id)))
      from delivery d where d.event_id = '${eventId}'),
    'outbox', (select jsonb_agg(to_jsonb(o)) from outbox o where strpos(o.payload::text, '${eventId}') > 0),
    'destinations', (select jsonb_agg(to_jsonb(e)) from destination e))::text as known`

/** One line for each of the first ten. */
export async function explainMissing(
  postgres: PostgresPair,
  missing: { eventId: string; logNumber: string }[],
): Promise<string[]> {
  const lines: string[] = []
  for (const { eventId, logNumber } of missing.slice(0, explainedMax)) {
    const [row] = await postgres.ask<{ known: string }>(postgres.primary, questionOf(eventId))
    lines.push(`event ${eventId} (${logNumber}) never came: ${row?.known}`)
  }
  return [
    ...lines,
    ...missing.slice(explainedMax).map(({ eventId }) => `event ${eventId} never came`),
  ]
}
