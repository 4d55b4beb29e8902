/** The faults by their names; `catalogue.ts` says what each does. */
export const faultKinds = [
  'kill-worker',
  'kill-http',
  'kill-relays',
  'kill-watcher-leader',
  'freeze-process',
  'stop-process',
  'stop-nats',
  'kill-nats',
  'wipe-nats',
  'wipe-all-nats',
  'restart-postgres',
  'postgres-off',
  'chain-off',
  'restart-chain',
  'rpc-dead',
  'rpc-slow',
  'rpc-lying',
  'receiver-down',
  'workers-away',
  'gas-empty',
] as const
export type FaultKind = (typeof faultKinds)[number]
