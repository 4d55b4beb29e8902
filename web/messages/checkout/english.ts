/**
 * Every sentence of the checkout page, beside the shared ones. The other languages must have the
 * same keys, with the same words in braces.
 */
export const english = {
  payTo: 'Pay {merchant}',
  paymentTo: 'Payment to {merchant}',
  tokenContract: 'Token contract',
  details: 'Details',
  onNetwork: 'on {network}',
  balance: 'Balance',
  noGas: 'This wallet has no {coin} for the network fee. The wallet may refuse to send.',
  amountToPay: 'Amount',
  payBefore: 'Pay before {moment}',
  expiredOn: 'Expired on {moment}',
  timeRemaining: '{minutes} min {seconds} s left',
  ofWhichArrived: 'of {amount}; {seen} has arrived',
  codes: 'QR codes',

  copyAmount: 'Copy the amount',
  amountCopied: 'Amount copied',

  choose: 'Two ways to pay',
  chooseHint: 'Use whichever suits you. Both pay to the same address.',
  payTheRest: '{amount} still to pay',
  payTheRestHint: '{seen} has arrived. Send the rest to the same address.',
  takenBack: 'Waiting for your payment to come again',
  takenBackHint:
    'The network took back the block with your payment. Usually it is included again by itself within minutes.',
  takenBackCare:
    'Do not pay again before you have looked into your wallet: while the transaction is still there, your payment is on its way.',
  payOnceMore: 'Pay again',
  withWallet: 'Pay with wallet',
  toAddress: 'Send to this address',
  sendHint: 'From any wallet or exchange: scan the code, or copy the amount and the address.',
  sendHintTouched: 'From any wallet or exchange: copy the address and the amount.',
  showCode: 'Show the QR code',
  addressCode: 'Address',
  walletCode: 'Wallet app',
  walletCodeHint:
    'Holds address, amount and token. If your app does not read it, use the plain address.',
  addressCodeText: 'QR code of the address {address}. Send {amount} on {network} to it.',
  walletCodeText: 'QR code for wallet apps: {amount} on {network} to {address}.',
  exactly: 'Exactly this amount',
  onlyNetwork: 'Only on {network}',
  onlyToken: 'Only {token}',
  otherLost: 'Anything else does not count as this payment, and may be lost.',
  exchangeFee:
    'An exchange may take its fee from what you send. Add the fee, so that the full amount arrives.',

  inWalletApp: 'Open in your wallet app',
  openThere: 'The page opens there, and two taps pay.',
  anotherApp: 'Another app',
  anotherAppHint: 'Another app gets address and amount. If it does not read them, copy them below.',
  noWalletHint: 'Open this page in the browser of your wallet app, or send to the address instead.',
  addressChecked: 'Address checked against the contract',
  notEnough: 'This wallet has {balance}. {missing} is missing.',
  payNow: 'Pay {amount}',
  confirmInWallet: 'Confirm the payment in {wallet}.',
  sent: 'Sent from your wallet',
  sentHint: 'Waiting until the network has seen it. Please do not pay a second time.',
  sentLong:
    'This takes longer than usual. Look into your wallet: if the transaction was dropped there, you can pay again.',
  payAgain: 'It was dropped, pay again',
  sentReverted: 'The network refused the transaction. No tokens were moved.',

  doNotPay: 'Do not pay to this address',
  doNotPayHint:
    'The address of this page is not the one that belongs to this payment. Please tell {merchant}.',
  factoryUnknown:
    'The contract behind this address is not the one that this page knows. Please tell {merchant}.',
  tokenDiffers: 'The token on the network is not the one of this payment. Please tell {merchant}.',
  amountDiffers:
    'The amount that your wallet would be asked for is not the one on this page. Please tell {merchant}.',
  termsChanged:
    'While this page was open, the service named another token, network or address. Please tell {merchant}.',
  shownAddress: 'Shown',
  derivedAddress: 'Expected',

  confirming: 'Your payment has been seen',
  confirmingHint: 'The network is confirming it. You may close this page; nothing more is needed.',
  confirmations: {
    one: '{done} of {count} confirmation',
    other: '{done} of {count} confirmations',
  },
  confirmed: 'Confirmed',
  transfers: 'Arrived so far',
  arrivedLate: 'after the deadline',

  paid: 'Paid',
  paidHint: 'Thank you. {merchant} has received your payment.',
  overpaid: 'Paid, and {excess} too much',
  overpaidHint:
    'Ask {merchant} to return the excess. Give them the payment number and an address of yours; money is never returned to the address it came from.',
  refunded: 'Refunded',
  refundedHint: '{merchant} has recorded a refund of {amount}.',
  excessRefundedHint: 'Thank you. {merchant} has recorded that {amount} was returned.',
  expired: 'This payment has expired',
  expiredHint:
    'Nothing has arrived. Please do not send anything now; ask {merchant} for a new payment.',
  stillWatching:
    'If you have sent it already, stay: the address is still watched, and it will show up here.',
  underpaid: 'Time ran out, {amount} was missing',
  underpaidHint:
    '{paid} has arrived. {merchant} decides whether to accept it or to return it. Please send nothing more.',
  late: 'Your payment came after the deadline',
  lateHint:
    '{paid} has arrived and is not lost. {merchant} decides whether to accept it or to return it, and this page will show it.',
  cancelled: 'This payment was called off',
  cancelledHint: '{merchant} has called it off. Please send nothing.',
  paidAfterCancel: 'Money arrived for a payment that was called off',
  paidAfterCancelHint:
    '{paid} has arrived and is not lost. {merchant} decides whether to accept it or to return it.',
  contactMerchant: 'If in doubt, contact {merchant} and give the payment number.',
  wrongToken: 'Another token has arrived',
  wrongTokenHint:
    '{tokens} does not count as this payment. {merchant} can see it; contact them to have it returned.',

  receipt: 'Receipt',
  receiptFor: 'For',
  receiptForLink: 'For, as the link says',
  receiptAmount: 'Paid',
  receiptTo: 'To',
  receiptAddress: 'Address',
  receiptPage: 'This page',
  printReceipt: 'Print the receipt',
  returningIn: {
    one: 'Returning to {host} in {count} second.',
    other: 'Returning to {host} in {count} seconds.',
  },
  stay: 'Stay here',

  reconnecting: 'Connection lost. Trying again; your payment is not affected.',

  refreshPage: 'Refresh this page',
  refreshHint:
    'Scripts are off in this browser, so this page does not change by itself. Refresh it to see what has come.',
  unknownPayment: 'There is no such payment',
  unknownPaymentHint:
    'The link may be incomplete or misspelled. Please do not send anything; ask the shop for the link again.',
  unavailable: 'This page is not available at the moment',
  unavailableHint: 'Your payment is not affected. Please try again in a moment.',
} as const
