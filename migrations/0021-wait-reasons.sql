-- Why a row of the outbox waits has a name, by which queries go; the sentence beside it is for people.
alter table outbox add column waits_for text null;
alter table outbox add constraint outbox_waits_for_check check (waits_for in ('GasWalletEmpty', 'GasBudgetSpent', 'GasPriceTooHigh', 'GasCostAboveLimit', 'GasTooDear', 'AssetInactive', 'RpcUnavailable', 'ChainNotServed', 'ChainRefuses', 'NodesDiffer', 'NodesSilent', 'Others', 'Token', 'Depth', 'FailedCharge', 'FailedSweep', 'FullLane', 'SweepUnderWay', 'GasInFlight', 'EmptyDeposit', 'UnservedChain', 'ChainClock', 'UnreadEvents', 'UntriedPreview', 'DisputedCharge', 'DisputedRefusal', 'UnconfirmedRefusal', 'NeededCancel', 'NodesRefuse'));

-- What waits already has said so in the sentences of the release before.
update outbox set waits_for = said.waits_for
from (values
  ('GasWalletEmpty', 'GasWalletEmpty'),
  ('GasBudgetSpent', 'GasBudgetSpent'),
  ('GasPriceTooHigh', 'GasPriceTooHigh'),
  ('GasCostAboveLimit', 'GasCostAboveLimit'),
  ('GasTooDear', 'GasTooDear'),
  ('AssetInactive', 'AssetInactive'),
  ('RpcUnavailable', 'RpcUnavailable'),
  ('ChainNotServed', 'ChainNotServed'),
  ('ChainRefuses', 'ChainRefuses'),
  ('NodesDiffer', 'NodesDiffer'),
  ('NodesSilent', 'NodesSilent'),
  ('Others', 'it waits for others'),
  ('Token', 'it is refused'),
  ('Depth', 'a sweep by somebody else is not deep enough'),
  ('FailedCharge', 'it failed on chain a short time ago'),
  ('FailedSweep', 'the last sweep failed'),
  ('FullLane', 'the lane is full'),
  ('SweepUnderWay', 'a sweep of it is on its way'),
  ('GasInFlight', 'the gas is spoken for'),
  ('EmptyDeposit', 'the deposit looks empty'),
  ('UnservedChain', 'the chain is not served'),
  ('ChainClock', 'it is not due by the chain''s clock'),
  ('UnreadEvents', 'the period has been charged'),
  ('UnreadEvents', 'the contract is paused or cancelled, and its events are to be read'),
  ('UntriedPreview', 'the preview ran out of gas'),
  ('DisputedCharge', 'nodes differ about whether it would go through'),
  ('DisputedRefusal', 'nodes differ about why it would not go through'),
  ('UnconfirmedRefusal', 'it would not go through, but too few nodes answer to believe it')
) as said(waits_for, last_error)
where outbox.channel = 'chain' and outbox.last_error = said.last_error;
