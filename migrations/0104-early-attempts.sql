-- What an answer brings forward keeps its schedule, and counts the attempts before it that failed.
update delivery set snapshot = jsonb_set(snapshot, '{context}', snapshot->'context' || jsonb_build_object(
  'scheduledAt', snapshot->'context'->'nextAttemptAt', 'earlyFailures', 0));
