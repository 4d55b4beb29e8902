/** The rules of a receiver, as `docs/webhooks.md` has them; each has an anchor there. */
export const tortureRules = {
  'rule-answer': 'Answer 2xx within 15 seconds.',
  'rule-signature': 'Check the signature over the raw body, and refuse what it does not fit.',
  'rule-time': 'Refuse a call whose signed time is more than five minutes away.',
  'rule-event-id': 'Remember eventId: take a repetition with 2xx, and act on it once.',
  'rule-sequence': 'Compare sequence: an earlier event that comes later changes nothing.',
  'rule-unknown': 'Take event types and fields that you do not know with 2xx.',
} as const
export type TortureRule = keyof typeof tortureRules

export const linkOfRule = (rule: TortureRule): string => `docs/webhooks.md#${rule}`
