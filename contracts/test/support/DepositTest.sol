// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory} from "../../src/DepositFactory.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {ArtifactTest} from "./ArtifactTest.sol";
import {Vm, vm} from "./Vm.sol";

/// @notice The world of every test of deposits: a factory, a good token, a receiver, a payer who sends, and a stranger
/// who sweeps, because anyone may.
abstract contract DepositTest is ArtifactTest {
    /// @dev What a sweep said of one deposit: zero if it moved `amount`.
    struct Outcome {
        address deposit;
        bytes4 reason;
        uint256 amount;
    }

    address internal constant RECEIVER = address(0xAAA1);
    address internal constant PAYER = address(0xAAA2);
    address internal constant STRANGER = address(0xAAA4);
    address internal constant NATIVE_COIN = address(0);

    uint256 internal constant AMOUNT = 10e6;
    uint256 internal constant CLONE_BYTES = 45;
    bytes32 internal constant ID = "payment";

    DepositFactory internal factory;
    DemoToken internal token;

    function setUp() public virtual {
        factory = DepositFactory(deployed("DepositFactory", ""));
        token = DemoToken(deployed("DemoToken", abi.encode("Demo Dollar", "DUSD", uint8(6))));
    }

    // ---- paying

    function depositOf(bytes32 id) internal view returns (address) {
        return factory.predict(RECEIVER, id);
    }

    function pay(bytes32 id, uint256 amount) internal {
        token.mint(PAYER, amount);
        address deposit = depositOf(id);
        vm.prank(PAYER);
        token.transfer(deposit, amount);
    }

    function payCoin(address deposit, uint256 amount) internal {
        vm.deal(PAYER, amount);
        vm.prank(PAYER);
        (bool succeeded,) = deposit.call{value: amount}("");
        vm.assertTrue(succeeded, "a deposit takes the native coin");
    }

    /// @dev The ids 0, 1, 2, …, each paid `AMOUNT`.
    function paidBatch(uint256 size) internal returns (bytes32[] memory ids) {
        ids = unpaidBatch(size);
        for (uint256 i = 0; i < size; ++i) {
            pay(ids[i], AMOUNT);
        }
    }

    function unpaidBatch(uint256 size) internal pure returns (bytes32[] memory ids) {
        ids = new bytes32[](size);
        for (uint256 i = 0; i < size; ++i) {
            ids[i] = bytes32(i);
        }
    }

    // ---- sweeping

    function sweep(bytes32 id) internal returns (uint256) {
        return sweep(id, address(token));
    }

    function sweep(bytes32 id, address token_) internal returns (uint256) {
        vm.prank(STRANGER);
        return factory.sweep(RECEIVER, id, token_);
    }

    function sweepAll(bytes32[] memory ids) internal returns (uint256 processed) {
        return sweepAll(ids, address(token));
    }

    function sweepAll(bytes32[] memory ids, address token_) internal returns (uint256 processed) {
        vm.prank(STRANGER);
        return factory.sweepMany(RECEIVER, token_, ids);
    }

    // ---- asking

    function received() internal view returns (uint256) {
        return token.balanceOf(RECEIVER);
    }

    function heldBy(bytes32 id) internal view returns (uint256) {
        return token.balanceOf(depositOf(id));
    }

    function listOf(bytes32 one) internal pure returns (bytes32[] memory list) {
        list = new bytes32[](1);
        list[0] = one;
    }

    /// @dev What the factory said since `vm.recordLogs`, in order.
    function recordedOutcomes() internal returns (Outcome[] memory outcomes) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        outcomes = new Outcome[](logs.length);
        uint256 count;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(factory)) continue;
            Outcome memory outcome = outcomes[count++];
            outcome.deposit = address(uint160(uint256(logs[i].topics[1])));
            bool hasFailed = logs[i].topics[0] == DepositFactory.SweepFailed.selector;
            if (hasFailed) outcome.reason = abi.decode(logs[i].data, (bytes4));
            else outcome.amount = abi.decode(logs[i].data, (uint256));
        }
        assembly {
            mstore(outcomes, count)
        }
    }

    // ---- expecting

    function assertSwept(Outcome memory outcome, bytes32 id, uint256 amount) internal view {
        vm.assertEq(outcome.deposit, depositOf(id));
        vm.assertEq(outcome.amount, amount);
        assertReason(outcome, 0);
    }

    function assertReason(Outcome memory outcome, bytes4 expected) internal pure {
        vm.assertEq(bytes32(outcome.reason), bytes32(expected));
    }

    function expectNoBalance(address failing) internal {
        vm.expectRevert(abi.encodeWithSelector(DepositFactory.NoBalance.selector, failing));
    }

    function expectTransferFailed(address failing) internal {
        vm.expectRevert(abi.encodeWithSelector(DepositFactory.TransferFailed.selector, failing));
    }
}
