/** Texts about mails that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

const english = {
  atRisk: 'Subscriptions at risk',
  atRiskHint:
    'Of which a charge is to fail, because the payer allows or holds too little, or has failed: one list in a day, when something in it is new.',
  lowGas: 'Gas wallets that run out',
  lowGasHint: 'When one lasts for less than a week, and when it is empty.',
  failingEndpoint: 'Webhook endpoints that do not answer',
  failingEndpointHint: 'When one is down, once a day at most.',
} as const

export const say = speakIn<typeof english>(english, 'en')
