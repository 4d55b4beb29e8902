// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Takes no coin until it is told to.
contract RefusingReceiver {
    bool private _accepts;

    function accept() external {
        _accepts = true;
    }

    receive() external payable {
        require(_accepts);
    }
}
