/** Advice for an operator while something waits because the nodes of a chain do not agree. */
import type { CreditWait, NodeDifference } from '../tables/nodes.ts'

type Reason = CreditWait['reason'] | NodeDifference['what']

const replace =
  'Compare with a block explorer or a third node; take the node that is wrong out of the chains file, put another provider in its place, and restart.'

const advices: Record<Reason, string> = {
  NodesSilent:
    'Nothing is credited until as many nodes answer as must agree: look at the node’s last error and its plan, or name another one.',
  NodesBehind:
    'Nothing newer is credited until the nodes reach it: look at the lag of each node, and name another one if it stays behind.',
  NodesDiffer: `Nothing is credited until the nodes hold the same block. ${replace}`,
  Receipt: `The transaction stays mined, and is not final, until as many nodes as must agree give the same receipt; where its block was not read, or another node has no receipt, it is sent again. ${replace}`,
  Preview: `What a node says would go through is tried, at most once, then after a minute, 1, 6 and 24 hours; what none says waits. ${replace}`,
  BelowCursor:
    'The chain is read on as soon as a node reaches what was read; where as many as must agree stay below for a minute, it is read again from where they are. Where another node goes on, only credit waits, and reading after 288 blocks. If a node stays behind, name another one.',
  Reorganisation: `Nothing is taken back until the nodes agree that the blocks are gone. ${replace}`,
  Head: `The node is not followed. ${replace}`,
  Prices:
    'Nothing is sent until a node says what gas costs: `eth_feeHistory`, `eth_gasPrice` and, of a rollup, its price of data. Look at the last error of each node and at what its plan includes, or name another one.',
}

export const adviceFor = (reason: Reason): string => advices[reason]

const ofChains: Record<ChainState, string | null> = {
  Ok: null,
  Absent:
    'Nothing on it is served. Correct the chains file or the node, as the reason says; it is tried again every minute, and a changed file needs a restart.',
  Unread:
    'Nobody reads it: see that a process with the role of the watcher runs, and what its log says.',
  Behind:
    'It is read on, and catches up by itself. If the lag grows: look at the last error of each node, and at how many requests a second its plan allows.',
  Still:
    'Its nodes show no new block. Compare with a block explorer: if others see newer ones, put another provider in its place; otherwise the chain itself stands still.',
  Waiting:
    'Money or transactions wait until its nodes agree, or say what gas costs: see what they differ about below.',
}

const ofSilentNodes =
  'None of its nodes answers the watcher: look at the last error of each. Bring them back, or name another one in the chains file and restart.'

/** Says what an operator does about a chain in this state; null where all is well. */
export const chainAdvice = (state: ChainState, areNodesSilent: boolean): string | null =>
  state === 'Unread' && areNodesSilent ? ofSilentNodes : ofChains[state]

/**
 * `Absent`: not served yet. `Unread`: not polled for a while. `Behind`: the newest block that was read
 * is older than the nodes' heads by more than it should be. `Still`: its nodes show no new block.
 * `Waiting`: it is read, but money or transactions have waited long for its nodes to agree, or to say what gas costs.
 */
export const chainStates = ['Ok', 'Absent', 'Unread', 'Behind', 'Still', 'Waiting'] as const

export type ChainState = (typeof chainStates)[number]
