-- Permits that payers have signed and the gas wallet sends, and whether a merchant wants that.
create table permit (
  id text not null,
  merchant_id text not null,
  network text not null,
  status text not null,
  phase text not null,
  revision int not null,
  machine_version int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  contract_address text generated always as (snapshot->'context'->>'contractAddress') stored,
  customer_id text generated always as (snapshot->'context'->>'customerId') stored,
  blockchain text generated always as (snapshot->'context'->>'blockchain') stored,
  payer text generated always as (snapshot->'context'->>'payer') stored,
  token text generated always as (snapshot->'context'->>'token') stored,
  transaction_id text generated always as (snapshot->'context'->>'transactionId') stored,
  primary key (id)
);
alter table permit add constraint permit_network_check check (network in ('TestNet', 'MainNet'));
create index permit_contract_address_created_at_index on permit (contract_address, created_at);
create index permit_merchant_id_network_customer_id_created_at_index on permit (merchant_id, network, customer_id, created_at);
create index permit_blockchain_payer_token_index on permit (blockchain, payer, token);

alter table gas_limit add relays_permits boolean not null default true;

alter table journal drop constraint journal_kind_check;
alter table journal add constraint journal_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification', 'gasWallet', 'permit'));
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification', 'gasWallet', 'permit'));
alter table timer drop constraint timer_kind_check;
alter table timer add constraint timer_kind_check check (kind in ('plan', 'subscription', 'charge', 'payment', 'transaction', 'delivery', 'customer', 'destination', 'verification', 'gasWallet', 'permit'));
alter table outbox drop constraint outbox_waits_for_check;
alter table outbox add constraint outbox_waits_for_check check (waits_for in ('GasWalletEmpty', 'GasBudgetSpent', 'GasPriceTooHigh', 'GasCostAboveLimit', 'GasTooDear', 'AssetInactive', 'InsufficientBalance', 'RpcUnavailable', 'ChainNotServed', 'ChainRefuses', 'NodesDiffer', 'NodesSilent', 'Others', 'Token', 'Depth', 'FailedCharge', 'FailedSweep', 'FullLane', 'SweepUnderWay', 'GasInFlight', 'EmptyDeposit', 'UnservedChain', 'ChainClock', 'UnreadEvents', 'UntriedPreview', 'DisputedCharge', 'DisputedRefusal', 'UnconfirmedRefusal', 'NeededCancel', 'PermitUnderWay', 'NodesRefuse'));
