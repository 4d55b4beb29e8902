// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../../src/Subscription.sol";
import {SubscriptionFactory} from "../../src/SubscriptionFactory.sol";

/// @notice Within its transfer, tries every way to charge the same subscription once more, and to undo its stop.
contract ReentrantToken {
    SubscriptionFactory private immutable _factory;
    uint256 public transfers;
    bool public succeededAgain;

    constructor(SubscriptionFactory factory) {
        _factory = factory;
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        ++transfers;
        if (transfers == 1) _reenter(Subscription(msg.sender));
        return true;
    }

    function _reenter(Subscription subscription) private {
        address[] memory same = new address[](1);
        same[0] = address(subscription);
        try _factory.charge(address(subscription)) {
            succeededAgain = true;
        } catch {}
        try subscription.charge() {
            succeededAgain = true;
        } catch {}
        _factory.chargeMany(same);
    }
}
