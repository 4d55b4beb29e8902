/** Every sentence of the widget, beside those of the session and the shared ones. */
export const english = {
  pageTitle: 'Subscribe',
  onNetwork: 'on {network}',
  balance: 'Balance',
  noGas: 'This wallet has no {coin} for the network fee. The wallet may refuse to send.',
  sessionLimited: 'This link cannot start a subscription',
  sessionLimitedHint: 'It is for reading, pausing and cancelling.',
  subscribeTo: 'Subscribe to {plan}',
  everyDay: 'every day',
  everyPeriod: { one: 'every {count} day', other: 'every {count} days' },
  notMonths: 'Periods are counted in days, not in calendar months.',
  firstCharge: 'First charge',
  firstChargeNow: '{amount}, as soon as you have allowed it',
  theEnd: 'End',
  endsAfter: {
    one: 'after {count} charge, unless you stop earlier; nothing renews by itself',
    other: 'after {count} charges, unless you stop earlier; nothing renews by itself',
  },
  paidTo: 'Paid to',
  toStop: 'To stop',
  toStopHint: 'at any time, on the shop’s page or in your wallet alone: no reason, no notice',
  planNotOffered: 'This plan is not on offer',
  planNotOfferedHint: '{merchant} does not offer it, or no longer. Nothing was taken from you.',
  planNotReady: 'This plan cannot be subscribed to at the moment',
  planNotReadyHint: '{merchant} is not ready for it. Nothing was taken from you; try again later.',

  never: 'What this contract can never do',
  neverRaise: 'take more than {amount} in a period',
  neverEarly: 'take it before a period is over',
  neverAfter: { one: 'take it more than {count} time', other: 'take it more than {count} times' },
  neverElsewhere: 'send it to anybody but this receiver',
  neverChange: 'let anybody change these rules, not even the shop or this service',
  contract: 'Contract',
  contractChecked: 'Its code and its address were checked on the chain',

  twoSteps: 'Two steps',
  twoStepsHint: 'First connect a wallet, then allow the charges. Nothing is taken before that.',
  comesOnTop:
    'You have this plan already, paid from {account}. What you allow here from another account comes on top of it.',
  takesPlace: 'This takes the place of your plan {plan}, which goes on until its paid time ends.',
  takesPlaceNow:
    'This takes the place of your plan {plan}, which ends for good as soon as you allow this one.',
  withWallet: 'Subscribe with a wallet',
  noWalletHint:
    'Open this page in the browser of your wallet app. The link is yours alone: give it to nobody else.',
  notEnoughNow: 'This wallet has {balance}. {missing} is missing for the first charge.',
  topUp: 'Send {missing} to your own address, on {network}. The balance is read again by itself.',
  ownAddress: 'Your own address',
  ownAddressCode: 'QR code of your own address {address}',
  startLater: 'Or start later',
  startOn: 'First charge on',
  startNow: 'Start at once instead',
  shortLater: 'Have {amount} in this wallet by {moment}: then the first charge is made.',
  shortLaterUntil:
    'If the money comes later, it begins as soon as it is there, until {moment}; after that nothing is taken any more.',

  howMuch: 'How much may be taken in all?',
  allCharges: 'All {count} charges',
  someCharges: { one: '{count} charge', other: '{count} charges' },
  ownNumber: 'Another number',
  ownNumberLabel: 'Number of charges, 1 to {most}',
  ownNumberWrong: 'A whole number from 1 to {most}.',
  covers: {
    one: 'Covers {count} charge: {sum} in total, at most {amount} in each period of {days} days.',
    other:
      'Covers {count} charges: {sum} in total, at most {amount} in each period of {days} days.',
  },
  askedAgain: 'After that you would be asked again.',

  warnings: 'What your wallet may say',
  warningsHint:
    'Wallets warn of contracts that they have not seen before. This one is new because it was made for you alone: that is what keeps others’ subscriptions and yours apart.',
  warningsCheck:
    'Compare two things with this page: the contract {contract}, and the amount {sum}. If either is different, decline.',

  promptsPermit: 'Your wallet will ask once, for a signature. It costs no network fee.',
  promptsBatch: 'Your wallet will ask once.',
  promptsUpgrade:
    'Your wallet will ask once, and offers to turn your account into a smart account for it.',
  promptsApprove: 'Your wallet will ask once, for a transaction. It costs a small network fee.',
  promptsReset:
    'Your wallet will ask twice: first to reset the limit of before to zero, then to set the new one. This token wants it so.',
  otherWay: 'Use a plain transaction instead',
  todayAndMost: {
    one: 'Today {amount} are taken. {sum} is the most in all: {count} charge, on {day}.',
    other:
      'Today {amount} are taken. {sum} is the most in all: {count} charges, the last on {day}.',
  },
  laterAndMost: {
    one: 'Today nothing is taken. {sum} is the most in all: {count} charge, on {day}.',
    other: 'Today nothing is taken. {sum} is the most in all: {count} charges, the last on {day}.',
  },
  allowNow: 'Allow {sum} and subscribe',
  allowNothing: 'Allow and subscribe',
  askingWallet: 'Confirm in {wallet}.',
  askingReset: 'Step 1 of 2, reset: confirm in {wallet}.',
  askingSet: 'Step 2 of 2, set: confirm in {wallet}.',
  relaying: 'Your signature is being brought to the chain…',
  confirmingNow: 'Waiting for the network…',
  readingBack: 'Reading from the chain what you have allowed…',

  allowedNothing: 'Your wallet has allowed nothing, so nothing can be taken. You can try again.',
  allowedTooLittle:
    'You have allowed {allowed}. One charge is {amount}, so nothing can be taken yet.',
  troubleDeclined: 'You declined in the wallet. Nothing was allowed; you can try again.',
  troubleAlreadyAsked: 'The wallet is waiting for you: open it and answer there.',
  troubleUnanswered: 'The wallet did not answer. Look into it, then let this page look again.',
  troubleWrongNetwork: 'The wallet has moved to another network.',
  troubleOtherAccount: 'The wallet shows another account than {account}. Choose that one again.',
  troubleReverted: 'The network refused the transaction. Nothing was allowed.',
  troublePending: 'The network has not taken the transaction yet. It may still come.',
  troublePermitUsed:
    'Another signature of this wallet was used first, so this one is void. You can sign again.',
  troublePermitExpired:
    'The signature’s time was over before it came to the chain. Nothing was allowed; you can sign again.',
  troublePermitRefused:
    'The signature could not be used, and nothing was allowed by it. Use a plain transaction instead: it costs a small network fee.',
  troublePermitWaits:
    'The shop’s service cannot bring your signature to the chain now. It goes on trying for an hour at most, and this page shows when it came. Or use a plain transaction: it costs a small network fee, and nothing is taken twice.',
  troubleUnsupported: 'The wallet cannot do that. Use a plain transaction instead.',
  lookAgain: 'Look again',

  refused: 'Do not sign for this subscription',
  refusedAddress:
    'The contract’s address is not the one that follows from these terms. Please tell {merchant}.',
  refusedFactory: 'The contract is not the one that this page knows. Please tell {merchant}.',
  refusedToken: 'The token on the network is not the one of this plan. Please tell {merchant}.',
  refusedTerms: 'The contract’s terms are not the ones on this page. Please tell {merchant}.',
  refusedShown: 'Named',
  refusedExpected: 'Expected',
  serviceRefuses: '{why} Nothing was taken from you.',
  showSubscriptions: 'Show your subscriptions',
  serviceAwayNow: 'Nothing was taken from you. Try again in a moment.',
  otherPayer: 'Choose another account in your wallet',
  otherPayerHint:
    'This subscription was made for this account, and only from there can it be paid:',
  draftOver: 'This offer is over',
  switchRefusedHint:
    'Your present plan goes on instead: it was renewed meanwhile, or another change had been agreed. Nothing is taken for this one.',
  draftOverHint: 'It was called off, or its time has passed. Nothing can be taken for it.',

  beginning: 'Your subscription is beginning',
  beginningHint: 'The first charge is on its way. You may close this page; nothing more is needed.',
  waitingForFunds: 'Almost there: the first charge needs {amount}',
  waitingForFundsHint:
    'You have allowed it, and the wallet has {balance}. It begins by itself once enough is there.',
  scheduled: 'You are subscribed',
  scheduledHint: 'The first charge is on {moment}. Nothing was taken yet.',
  succeeding: 'You are subscribed',
  succeedingHint:
    'The first charge comes once your old plan has ended and its paid time is over. Nothing was taken yet.',
  scheduledShort: 'You have allowed it; {amount} is still needed',
  scheduledShortHint:
    'The first charge is on {moment}. The wallet has {balance} so far, and nothing was taken yet.',
  paused: 'You have this plan, and it is paused',
  pausedHint:
    'Nothing is taken while it is paused. The link below leads to where you can resume it.',
  suspended: 'You have this plan, and a charge could not be made',
  suspendedHint: 'It is tried again by itself; there is nothing for you to do.',
  suspendedByPayer: 'The link below leads to what your wallet is missing.',
  ending: 'You have this plan, and it ends',
  endingHint:
    'Nothing more is taken for it, and it ends on {moment}. The link below leads to what you can do about that.',
  active: 'You are subscribed',
  activeHint: 'Thank you. {merchant} has been told.',
  lowered: {
    one: 'You have allowed {count} charge in all. Before more are taken you will be asked again.',
    other:
      'You have allowed {count} charges in all. Before more are taken you will be asked again.',
  },
  receipt: 'Receipt',
  agreed: 'What you have allowed',
  receiptFor: 'For',
  price: 'Price',
  paidNow: 'Paid',
  nextCharge: 'Next charge',
  atMost: 'At most in all',
  wallet: 'Wallet',
  manageLink: 'See, pause or cancel it',
  printReceipt: 'Print',
  close: 'Close',
  frameStays:
    'The shop’s page has not closed this. Go back in your browser, or close the tab: what you have done here stays done.',
} as const
