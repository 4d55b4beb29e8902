// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../../src/Subscription.sol";
import {SubscriptionFactory} from "../../src/SubscriptionFactory.sol";
import {Terms} from "../../src/Terms.sol";
import {SubscriptionTest} from "./SubscriptionTest.sol";
import {Vm, vm} from "./Vm.sol";

/// @notice What tests of batches share: many subscriptions at once, and reading what became of each.
abstract contract BatchTest is SubscriptionTest {
    /// @dev What a batch said of one item: zero if it was charged.
    struct Outcome {
        address subscription;
        bytes4 reason;
    }

    function activeBatch(uint256 size) internal returns (address[] memory batch) {
        batch = new address[](size);
        for (uint256 i = 0; i < size; ++i) {
            batch[i] = address(activate(monthly(), bytes32(i)));
        }
    }

    function drafts(uint256 size) internal view returns (Terms[] memory terms, bytes32[] memory ids) {
        terms = new Terms[](size);
        ids = new bytes32[](size);
        for (uint256 i = 0; i < size; ++i) {
            (terms[i], ids[i]) = (monthly(), bytes32(i));
        }
    }

    function approveAll(Terms[] memory terms, bytes32[] memory ids) internal {
        for (uint256 i = 0; i < terms.length; ++i) {
            approve(terms[i], ids[i]);
        }
    }

    function chargedInAll(address[] memory batch) internal view returns (uint256 sum) {
        for (uint256 i = 0; i < batch.length; ++i) {
            if (batch[i].code.length != 0) sum += chargedOf(Subscription(batch[i]));
        }
    }

    /// @dev The outcomes that the factory emitted since `vm.recordLogs`, in order.
    function recordedOutcomes() internal returns (Outcome[] memory outcomes) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        outcomes = new Outcome[](logs.length);
        uint256 count;
        for (uint256 i = 0; i < logs.length; ++i) {
            bool failed = logs[i].topics[0] == SubscriptionFactory.ChargeFailed.selector;
            if (!failed && logs[i].topics[0] != SubscriptionFactory.Charged.selector) continue;
            address subscription = address(uint160(uint256(logs[i].topics[1])));
            bytes4 reason = failed ? abi.decode(logs[i].data, (bytes4)) : bytes4(0);
            outcomes[count++] = Outcome(subscription, reason);
        }
        assembly {
            mstore(outcomes, count)
        }
    }

    /// @dev The reasons that a call to one of the previews reverts with.
    function previewed(bytes memory call_) internal returns (bytes4[] memory reasons) {
        return previewed(call_, gasleft());
    }

    function previewed(bytes memory call_, uint256 gasLimit) internal returns (bytes4[] memory reasons) {
        (bool succeeded, bytes memory answer) = address(factory).call{gas: gasLimit}(call_);
        vm.assertTrue(!succeeded, "a preview never succeeds");
        vm.assertEq(bytes32(bytes4(answer)), bytes32(SubscriptionFactory.Preview.selector));
        bytes memory arguments = new bytes(answer.length - 4);
        for (uint256 i = 0; i < arguments.length; ++i) {
            arguments[i] = answer[i + 4];
        }
        return abi.decode(arguments, (bytes4[]));
    }

    function assertReason(bytes4 actual, bytes4 expected) internal pure {
        vm.assertEq(bytes32(actual), bytes32(expected));
    }
}
