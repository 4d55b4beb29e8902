/** The sentences of the pages that a customer's token opens, beside the shared ones. */
export const english = {
  whoseSession:
    'You are here as customer {customer} of {merchant}. Not you? Then close this page: what is paid for here is theirs.',
  opening: 'Opening…',
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
  serviceAway: 'The service cannot be reached',
  serviceAwayHint:
    'Your subscriptions and your wallet are not affected. This page tries again by itself.',
  serviceSilent: 'The service did not answer. Try again: what is done already is not done twice.',
  leaveOnly:
    'This link is for reading, pausing and cancelling. For anything else, open the page from the shop.',

  refusedCommand: 'This cannot be done any more. The page now shows how things stand.',
  refusedPlan: 'The shop does not offer this plan, or no longer.',
  refusedNotReady:
    'The shop is not ready for this at the moment. There is nothing for you to do; try again later.',
  refusedDrafts:
    'Too many of your subscriptions were begun and never allowed. Cancel one of them among your subscriptions, then try again.',
  refusedWithdrawal:
    'The right to withdraw from this plan was used before, and is granted once. You can cancel at any time.',
  refusedForeign: 'This subscription is not among those of this link.',
  refusedProof: 'The contract is not ended on its chain yet. Its proof is there once it is.',
  refusedPermit: 'The shop brings no signatures to the chain at the moment.',
  refusedOften: 'This was done too often in a short time. It can be done again from {moment}.',
  refusedUnclear: 'The page and the service do not understand each other. Load the page again.',
  refusedOther: 'The service said: {message}',

  permitEnded: 'This subscription has ended: there is nothing to allow any more.',
  permitUnsent:
    'The shop brings no signatures to the chain at the moment, and nothing was allowed by yours. Use a plain transaction instead: it costs a small network fee.',
  permitBlocked:
    'The token itself refuses: its issuer has paused it, or blocked an account. Nothing was allowed.',
  permitUnfunded:
    'Your signature is kept. It comes to the chain once your wallet has enough for the payment that is due.',
  permitUnanswered:
    'The service did not answer. Your signature may still come to the chain. Or use a plain transaction: it costs a small network fee, and nothing is taken twice.',
  connectionLost: 'Connection lost. Trying again; nothing of yours is affected.',
} as const
