// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What the tests' wallets upgrade an account to (EIP-7702): it runs its owner's calls together, or none of
/// them, as the contracts behind `wallet_sendCalls` do.
contract BatchAccount {
    struct Call {
        address to;
        bytes data;
    }

    error NotOwner(address caller);

    function execute(Call[] calldata calls) external {
        if (msg.sender != address(this)) revert NotOwner(msg.sender);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool succeeded, bytes memory answer) = calls[i].to.call(calls[i].data);
            if (succeeded) continue;
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}
