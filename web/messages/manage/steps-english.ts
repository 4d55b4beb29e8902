/** Holds what the manage page says of what comes next, and of the steps of the payer's own wallet. */
export const steps = {
  helpBefore: 'It is taken on {date}: have it there before.',
  retryAt:
    'We try again the moment the money or the limit is there, otherwise on {moment}. It can be saved until {date}; then the subscription ends, and nothing is owed.',
  retryUntil:
    'We try again the moment the money or the limit is there. It can be saved until {date}; then the subscription ends, and nothing is owed.',
  nextEnds: 'Next: it ends on {date}.',
  nextResumes: 'Next: it goes on by itself on {date}.',
  nextYours: 'Next: nothing, until you resume it.',
  nextRetry: 'Next: we try again on {moment}.',
  nextPaidTime: 'What you have paid for runs until {date}.',
  nextNever: 'Nothing comes next.',
  placeDraft: 'Next: you set a limit in your wallet. Nothing is taken before.',
  replaced: 'Your new plan takes its place then.',

  limitChange: 'Change the limit',
  exposureEnding:
    'The contract itself would still allow this until it is ended on the chain, shortly before {date}. Whoever wants it ended at once cancels now.',
  askByWallet: 'Ask the chain through your wallet',
  askByWalletHint:
    'There is no public address of this chain that the page could ask. Your wallet can be asked instead: nothing is signed, and nothing is sent.',
  unaskedOutlook: 'Connect your wallet below, and this page checks whether it will work.',

  frozenByYou: 'Paused by your own wallet. Nothing is taken',
  frozenByYouHint: 'Nobody but your wallet can resume it.',
  freeze: 'Stop it by your own wallet',
  freezeHint:
    'The strongest stop, because it needs nobody: a transaction of your wallet freezes the contract of {plan} on the chain. Neither {merchant} nor this service can undo that, only your wallet can. You pay the network fee. It returns no money, and leaves your limit and the time you have paid for as they are.',
  freezeOpen: 'Freeze it by my wallet…',
  freezeButton: 'Freeze the contract',
  freezeDone: 'The contract is frozen. Only your wallet can undo that.',
  unfreeze: 'Resume by your own wallet',
  unfreezeHint: 'A transaction of your wallet, with a small network fee.',
  unfreezeButton: 'Unfreeze the contract',
  unfreezeDone: 'The contract is no longer frozen.',

  feedback: 'Would you say why?',
  feedbackHint: 'Only if you like. {merchant} reads it, and nothing depends on it.',
  TooExpensive: 'It is too expensive',
  MissingFeatures: 'Something is missing',
  SwitchedService: 'I go elsewhere',
  Unused: 'I do not use it enough',
  CustomerService: 'The customer service',
  TooComplex: 'It is too complicated',
  LowQuality: 'The quality',
  Other: 'Another reason',
  feedbackComment: 'In your own words, if you like',
  feedbackSend: 'Send',
  feedbackThanks: 'Thank you. {merchant} reads it.',
} as const
