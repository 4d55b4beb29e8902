// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {Batch} from "./Batch.sol";
import {Deposit} from "./Deposit.sol";

/// @title Predicts the address of every payment, and moves what arrives there to the merchant
/// @notice No owner, no upgrade, no money, no storage. A deposit's address commits to receiver and payment, and is
/// known before anything is deployed; so whatever reaches it can only ever go to that receiver, and anyone may send it
/// there, as often as money comes.
///
/// A payment is named by a hash of its id, never by the id itself, so that nobody reads ids from calls. The address
/// does not commit to the chain: where this factory has one address on several chains, so has a deposit, and what was
/// sent on the wrong one is swept there, to the same receiver. A receiver that is a contract may be nobody's, or
/// somebody else's, on another chain.
///
/// An event tells what a token claims: it means money only for tokens that are believed.
contract DepositFactory is Batch {
    /// @notice Stands for the native coin where a token is named.
    address public constant NATIVE_COIN = address(0);
    /// @notice Most gas that one sweep of a batch may use: deployment and transfer.
    uint256 public constant GAS_PER_SWEEP = 300_000;

    /// @notice The contract that every deposit is a clone of.
    address public immutable implementation;

    /// @param amount what left the deposit; a token that takes a fee lets less arrive
    event Swept(address indexed deposit, address indexed token, address indexed receiver, uint256 amount);
    /// @param reason selector of the error that stopped this item of a batch, never zero
    event SweepFailed(address indexed deposit, address indexed token, bytes4 reason);

    /// @notice The token does not tell what the deposit holds: it has no code, or is no token.
    error NoBalance(address token);
    /// @notice The token did not move what the deposit holds (blocked, paused, false), or the receiver refused the
    /// native coin.
    error TransferFailed(address token);

    constructor() {
        implementation = address(new Deposit(address(this)));
    }

    /// @notice The address at which `receiver` is paid for the payment of this hash, deployed or not.
    function predict(address receiver, bytes32 idHash) external view returns (address deposit) {
        return _predict(_salt(receiver, idHash));
    }

    /// @notice Moves everything that the deposit holds of `token` to its receiver, and deploys it if need be. Does
    /// nothing for a deposit that is empty.
    /// @return amount What left the deposit.
    function sweep(address receiver, bytes32 idHash, address token) external returns (uint256 amount) {
        bytes32 salt = _salt(receiver, idHash);
        address deposit = _predict(salt);
        amount = _balanceOf(deposit, token);
        if (amount == 0) return 0;
        if (deposit.code.length == 0) Clones.cloneDeterministic(implementation, salt);
        if (!Deposit(payable(deposit)).pay(token, receiver, amount)) revert TransferFailed(token);
        emit Swept(deposit, token, receiver, amount);
    }

    /// @notice Sweeps many deposits of one receiver. A failing one fails alone, leaves nothing deployed, and has a
    /// `SweepFailed`.
    /// @return processed How many were tried. Fewer than given when the gas ran low: send the rest again.
    function sweepMany(address receiver, address token, bytes32[] calldata idHashes)
        external
        returns (uint256 processed)
    {
        for (; processed < idHashes.length; ++processed) {
            if (!_hasGasFor(GAS_PER_SWEEP)) break;
            _trySweep(receiver, idHashes[processed], token);
        }
    }

    /// @dev A call to itself, so that a failed sweep takes its deployment back. Its refusal is one of our own
    /// errors, so copying it is safe.
    function _trySweep(address receiver, bytes32 idHash, address token) private {
        try this.sweep{gas: GAS_PER_SWEEP}(receiver, idHash, token) {}
        catch (bytes memory refusal) {
            emit SweepFailed(_predict(_salt(receiver, idHash)), token, _reasonIn(bytes4(refusal)));
        }
    }

    /// @dev Copies no more of the answer than it needs, so that no token can make a caller pay for more.
    function _balanceOf(address deposit, address token) private view returns (uint256) {
        if (token == NATIVE_COIN) return deposit.balance;
        bytes memory question = abi.encodeCall(IERC20.balanceOf, (deposit));
        (bool answered, bytes32 balance,) = LowLevelCall.staticcallReturn64Bytes(token, question);
        if (!answered || LowLevelCall.returnDataSize() < 32) revert NoBalance(token);
        return uint256(balance);
    }

    function _predict(bytes32 salt) private view returns (address) {
        return Clones.predictDeterministicAddress(implementation, salt);
    }

    function _salt(address receiver, bytes32 idHash) private pure returns (bytes32) {
        return keccak256(abi.encode(receiver, idHash));
    }
}
