/** The rules of an endpoint, each by its anchor in `docs/webhooks.md`. */
export const rules = {
  'rule-answer': 'Answer 2xx within 15 seconds.',
  'rule-signature': 'Check the signature over the raw body, and refuse what it does not fit.',
  'rule-time': 'Refuse a call whose signed time is more than five minutes away.',
  'rule-event-id': 'Remember eventId: take a repetition with 2xx, and act on it once.',
  'rule-sequence': 'Compare sequence: an earlier event that comes later changes nothing.',
  'rule-unknown': 'Take event types and fields that you do not know with 2xx.',
} as const
export type Rule = keyof typeof rules

export const linkOfRule = (rule: Rule): string => `/docs/guides/webhooks#${rule}`
