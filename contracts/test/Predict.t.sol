// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract PredictTest is SubscriptionTest {
    function test_aSubscriptionIsDeployedWhereItWasPredicted() public {
        address predicted = factory.predict(monthly(), ID);
        vm.assertEq(predicted.code.length, 0);
        vm.assertEq(factory.deploy(monthly(), ID), predicted);
        vm.assertEq(predicted.code.length, 45 + 112, "EIP-1167 code and packed terms");
    }

    // Proves S1-13, P5.
    function testFuzz_theAddressCommitsToEveryTerm(Terms calldata one, Terms calldata other, bytes32 id) public view {
        vm.assume(keccak256(abi.encode(one)) != keccak256(abi.encode(other)));
        vm.assertNotEq(factory.predict(one, id), factory.predict(other, id));
    }

    function test_theAddressChangesWithEachSingleTerm() public view {
        address original = factory.predict(monthly(), ID);
        for (uint256 field = 0; field < 10; ++field) {
            vm.assertNotEq(factory.predict(withOneTermChanged(field), ID), original);
        }
    }

    function testFuzz_theAddressCommitsToTheId(bytes32 one, bytes32 other) public view {
        vm.assume(one != other);
        vm.assertNotEq(factory.predict(monthly(), one), factory.predict(monthly(), other));
    }

    function testFuzz_theAddressCommitsToTheChain(uint64 chain) public {
        vm.assume(chain != block.chainid && chain != 0);
        address here = factory.predict(monthly(), ID);
        vm.chainId(chain);
        vm.assertNotEq(factory.predict(monthly(), ID), here);
    }

    function withOneTermChanged(uint256 field) private view returns (Terms memory terms) {
        terms = monthly();
        if (field == 0) terms.token = STRANGER;
        if (field == 1) terms.merchant = STRANGER;
        if (field == 2) terms.payer = STRANGER;
        if (field == 3) terms.operator = STRANGER;
        if (field == 4) terms.amount += 1;
        if (field == 5) terms.start += 1;
        if (field == 6) terms.periodDays += 1;
        if (field == 7) terms.maxPeriods += 1;
        if (field == 8) terms.graceDays += 1;
        if (field == 9) terms.activateUntil += 1;
    }
}
