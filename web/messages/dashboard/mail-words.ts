/** The sentences about the mails of one's account. */
import { speakIn } from '../translate.ts'

const english = {
  mails: 'Mails',
  mailsHint: 'What you are told by mail, at {email}. It is for your account alone.',
  mailsOff: 'This service sends no mails',
  mailsOffHint:
    'Those who run it switch mail on by the settings MAIL_FROM, SMTP_URL and BASE_URL. Until then nobody is warned by mail, and nothing is kept to be sent later. Which mails you choose is kept.',
  nothingTold: 'Your role is told nothing of this by mail.',
  choose: 'Which mails you get',
  atRisk: 'Subscriptions at risk',
  atRiskHint:
    'Of which a charge is to fail, because the payer allows or holds too little, or has failed: one list in a day, when something in it is new.',
  lowGas: 'Gas wallets that run out',
  lowGasHint: 'When one lasts for less than a week, and when it is empty.',
  failingEndpoint: 'Webhook endpoints that do not answer',
  failingEndpointHint: 'When one is down, once a day at most.',
  includesTestNet: 'About the test network, too',
  includesTestNetHint: 'Otherwise about the main network only.',
  always: 'Always sent',
  alwaysHint:
    'Invitations and password links, and to Owners every change of where the money goes. Whoever took an account over must not be able to silence these.',
  save: 'Save the choice',
  saved: 'The choice is saved',
} as const

export const say = speakIn<typeof english>(english, 'en')
