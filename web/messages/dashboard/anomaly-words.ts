import { speakIn } from '../translate.ts'

const english = {
  anomalies: 'Anomalies',
  anomaliesHint:
    'Messages that nobody expected, such as a charge that the chain made and this service did not ask for. None of them changes anything by itself; each waits until it is understood.',
  whether: 'Open or resolved',
  open: 'Open',
  about: 'About',
  message: 'Message',
  state: 'State then',
  reason: 'Why it was not taken',
  at: 'Came',
  resolved: 'Resolved',
  stillOpen: 'Open',
  none: 'No anomaly',
  noneHint: 'Everything that came was expected.',
} as const

export const say = speakIn<typeof english>(english, 'en')
