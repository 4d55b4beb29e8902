/** The sentences of the pages that a customer's token opens, beside the shared ones. */
export const english = {
  opening: 'Opening…',
  needsScripts: 'This page works with scripts, and they are off in this browser.',
  leaveAlone:
    'You can stop every subscription without this page: in your wallet, set what its contract may take to zero. Nobody can charge you after that.',
  askShop: 'Open it again from the shop’s own site, or ask the shop for a new link.',
  askMerchant: 'Open it again from the shop’s own site, or ask {merchant} for a new link.',

  sessionMissing: 'This page needs a link from the shop',
  sessionMissingHint: 'The link is made for you alone and says whose subscriptions to show.',
  sessionMalformed: 'This link is incomplete',
  sessionMalformedHint: 'It may have been cut off when it was copied.',
  sessionUnknown: 'This link is not valid',
  sessionUnknownHint: 'It may be misspelled, or very old.',
  sessionExpired: 'This link has expired',
  sessionExpiredHint:
    'Such links end after a while, so that nobody else can use them. Your subscriptions are as they were.',
  sessionRevoked: 'This link has been ended',
  sessionRevokedHint: 'The shop has ended it. Your subscriptions are as they were.',
  sessionLimited: 'This link cannot start a subscription',
  sessionLimitedHint: 'It is for reading, pausing and cancelling.',
  serviceAway: 'The service cannot be reached',
  serviceAwayHint:
    'Your subscriptions and your wallet are not affected. This page tries again by itself.',
  connectionLost: 'Connection lost. Trying again; nothing of yours is affected.',
} as const
