/** Generated from docs/openapi.json by `npm run generate`: change it there. */
export const calls = {
  payments: {
    create: { verb: 'POST', path: '/integration/payments', body: true, keyed: true, gives: 'payment' },
    list: { path: '/integration/payments', query: true, lists: 'payments' },
    get: { path: '/integration/payments/{id}', gives: 'payment' },
    accept: { verb: 'POST', path: '/integration/payments/{id}/accept', empty: true, keyed: true, gives: 'payment' },
    cancel: { verb: 'POST', path: '/integration/payments/{id}/cancel', empty: true, keyed: true, gives: 'payment' },
    sweep: { verb: 'POST', path: '/integration/payments/{id}/sweep', empty: true, keyed: true, gives: 'payment' },
  },
  deposits: {
    list: { path: '/integration/payments/{id}/deposits', gives: 'deposits' },
  },
  refunds: {
    record: { verb: 'POST', path: '/integration/payments/{id}/refunds', body: true, keyed: true, gives: 'payment' },
  },
  plans: {
    list: { path: '/integration/subscription-plans', query: true, lists: 'plans' },
    get: { path: '/integration/subscription-plans/{id}' },
  },
  customers: {
    get: { path: '/integration/customers/{customerId}', query: true, gives: 'customer' },
    list: { path: '/integration/customers', query: true, lists: 'customers' },
  },
  subscriptions: {
    create: { verb: 'POST', path: '/integration/subscriptions', body: true, keyed: true },
    list: { path: '/integration/subscriptions', query: true, lists: 'subscriptions' },
    get: { path: '/integration/subscriptions/{contractAddress}' },
    listCharges: { path: '/integration/subscriptions/{contractAddress}/charges', query: true, lists: 'charges' },
    activate: { verb: 'POST', path: '/integration/subscriptions/{contractAddress}/activate', empty: true, keyed: true },
    pause: { verb: 'POST', path: '/integration/subscriptions/{contractAddress}/pause', body: true, keyed: true },
    unpause: { verb: 'POST', path: '/integration/subscriptions/{contractAddress}/unpause', empty: true, keyed: true },
    cancel: { verb: 'POST', path: '/integration/subscriptions/{contractAddress}/cancel', body: true, keyed: true },
    uncancel: { verb: 'POST', path: '/integration/subscriptions/{contractAddress}/uncancel', empty: true, keyed: true },
    switch: { verb: 'POST', path: '/integration/subscriptions/{contractAddress}/switch', body: true, keyed: true },
    withdraw: { verb: 'POST', path: '/integration/subscriptions/{contractAddress}/withdraw', empty: true, keyed: true },
    hintUpdateState: { verb: 'POST', path: '/integration/subscriptions/hint-update-state', body: true, open: true },
  },
  customerTokens: {
    create: { verb: 'POST', path: '/integration/subscriptions/create-customer-token', body: true, keyed: true },
    revokeMany: { verb: 'POST', path: '/integration/subscriptions/revoke-customer-tokens', body: true, keyed: true },
  },
  leavingProofs: {
    get: { path: '/integration/subscriptions/{contractAddress}/proof' },
  },
  charges: {
    list: { path: '/integration/charges', query: true, lists: 'charges' },
    get: { path: '/integration/charges/{id}' },
  },
  assets: {
    list: { path: '/integration/assets', gives: 'assets' },
  },
  chains: {
    list: { path: '/integration/chains', gives: 'chains' },
  },
  gasWallets: {
    list: { path: '/integration/gas-wallets', gives: 'gasWallets' },
  },
  events: {
    list: { path: '/integration/events', query: true, lists: 'events' },
    get: { path: '/integration/events/{eventId}' },
    redeliver: { verb: 'POST', path: '/integration/events/{eventId}/redeliver', empty: true, keyed: true },
    redeliverMany: { verb: 'POST', path: '/integration/events/redeliver', body: true, keyed: true },
  },
  webhookEndpoints: {
    get: { path: '/integration/webhook-endpoint' },
  },
  subscriptionStatus: {
    get: { path: '/integration/subscriptions/{contractAddress}/status', open: true },
  },
  testClock: {
    read: { path: '/testing/clock' },
    advance: { verb: 'POST', path: '/testing/clock/advance', body: true, keyed: true, slow: true },
  },
} as const
