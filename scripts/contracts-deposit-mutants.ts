/** Mutants of the deposit contracts. */
import { mutant, type Mutant } from './contracts-mutant.ts'

const salt = 'abi.encode(receiver, idHash)'

export const depositMutants: readonly Mutant[] = [
  mutant(
    'only the factory moves money',
    'Deposit',
    'if (msg.sender != factory) revert',
    'if (false) revert',
  ),
  mutant('a deployed deposit takes coin', 'Deposit', 'receive() external payable {}', ''),
  mutant(
    'the coin goes to the receiver',
    'Deposit',
    'callNoReturn(receiver,',
    'callNoReturn(msg.sender,',
  ),
  mutant('all of the coin goes', 'Deposit', 'receiver, amount, ""', 'receiver, amount / 2, ""'),
  mutant(
    'the token goes to the receiver',
    'Deposit',
    'trySafeTransfer(receiver,',
    'trySafeTransfer(msg.sender,',
  ),
  mutant(
    'all of the token goes',
    'Deposit',
    'trySafeTransfer(receiver, amount)',
    'trySafeTransfer(receiver, amount - 1)',
  ),
  mutant('silent tokens move too', 'Deposit', 'trySafeTransfer(', 'transfer('),
  mutant(
    'the address is the same on every chain',
    'DepositFactory',
    'pure returns (bytes32) {\n        return keccak256(abi.encode(receiver, idHash));',
    'view returns (bytes32) {\n        return keccak256(abi.encode(block.chainid, receiver, idHash));',
  ),
  mutant('the address commits to the receiver', 'DepositFactory', salt, 'abi.encode(idHash)'),
  mutant('the address commits to the payment', 'DepositFactory', salt, 'abi.encode(receiver)'),
  mutant('an empty deposit is left alone', 'DepositFactory', 'if (amount == 0) return 0;', ''),
  mutant(
    'a first sweep deploys',
    'DepositFactory',
    'if (deposit.code.length == 0) Clones.cloneDeterministic(implementation, salt);',
    '',
  ),
  mutant(
    'a second sweep does not',
    'DepositFactory',
    'if (deposit.code.length == 0) Clones',
    'Clones',
  ),
  mutant(
    'what did not move is a failure',
    'DepositFactory',
    'if (!Deposit(payable(deposit)).pay(token, receiver, amount)) revert TransferFailed(token);',
    'Deposit(payable(deposit)).pay(token, receiver, amount);',
  ),
  mutant(
    'the factory tells the deposit',
    'DepositFactory',
    'emit Swept(deposit, token',
    'emit Swept(msg.sender, token',
  ),
  mutant(
    'the factory tells the token',
    'DepositFactory',
    'emit Swept(deposit, token',
    'emit Swept(deposit, NATIVE_COIN',
  ),
  mutant(
    'the factory tells the receiver',
    'DepositFactory',
    'emit Swept(deposit, token, receiver',
    'emit Swept(deposit, token, msg.sender',
  ),
  mutant(
    'a sweep answers what it moved',
    'DepositFactory',
    'emit Swept(deposit, token, receiver, amount);',
    'emit Swept(deposit, token, receiver, amount);\n        amount = 0;',
  ),
  mutant('a starved batch stops', 'DepositFactory', 'if (!_hasGasFor(GAS_PER_SWEEP)) break;', ''),
  mutant(
    'a batch keeps gas for a whole sweep',
    'DepositFactory',
    '_hasGasFor(GAS_PER_SWEEP)',
    '_hasGasFor(GAS_PER_SWEEP / 2)',
  ),
  mutant(
    'a deposit has a gas cap',
    'DepositFactory',
    'this.sweep{gas: GAS_PER_SWEEP}',
    'this.sweep',
  ),
  mutant(
    'a failure fails alone',
    'DepositFactory',
    'emit SweepFailed(_predict(_salt(receiver, idHash)), token, _reasonIn(bytes4(refusal)));',
    'revert NoAnswer();',
  ),
  mutant(
    'a failure names its deposit',
    'DepositFactory',
    'emit SweepFailed(_predict(_salt(receiver, idHash))',
    'emit SweepFailed(receiver',
  ),
  mutant(
    'a failure names its token',
    'DepositFactory',
    '_predict(_salt(receiver, idHash)), token,',
    '_predict(_salt(receiver, idHash)), NATIVE_COIN,',
  ),
  mutant('a reason is told', 'DepositFactory', '_reasonIn(bytes4(refusal))', '_reasonIn(0)'),
  mutant(
    'a reason is never zero',
    'DepositFactory',
    '_reasonIn(bytes4(refusal))',
    'bytes4(refusal)',
  ),
  mutant(
    'the coin is told by the chain',
    'DepositFactory',
    'if (token == NATIVE_COIN) return deposit.balance;',
    '',
  ),
  mutant('a revert tells no balance', 'DepositFactory', '!answered || ', ''),
  mutant('half an answer is none', 'DepositFactory', ' || LowLevelCall.returnDataSize() < 32', ''),
  mutant(
    '31 bytes are half an answer',
    'DepositFactory',
    'returnDataSize() < 32',
    'returnDataSize() < 31',
  ),
]
