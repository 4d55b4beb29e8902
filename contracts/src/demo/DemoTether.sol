// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Behaves like USDT on Ethereum, for local chains only: transfers and approvals return nothing, and a
/// non-zero allowance must be set to zero before it can be changed. Anyone may mint.
contract DemoTether {
    string public name;
    string public symbol;
    uint256 public immutable decimals;
    uint256 public totalSupply;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error ResetAllowanceFirst(uint256 allowance);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function approve(address spender, uint256 value) external {
        uint256 current = allowance[msg.sender][spender];
        if (value != 0 && current != 0) revert ResetAllowanceFirst(current);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function transfer(address to, uint256 value) external {
        _transfer(msg.sender, to, value);
    }

    /// @dev As in USDT, the largest allowance does not go down.
    function transferFrom(address from, address to, uint256 value) external {
        uint256 current = allowance[from][msg.sender];
        if (current != type(uint256).max) allowance[from][msg.sender] = current - value;
        _transfer(from, to, value);
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _transfer(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
