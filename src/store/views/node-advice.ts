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
  Preview: `What a node says would go through is tried, at most once, then after 1, 6 and 24 hours; what none says waits. ${replace}`,
  BelowCursor:
    'The chain is read on as soon as a node reaches what was read; where as many as must agree stay below for a minute, it is read again from where they are. Where another node goes on, only credit waits, and reading after 288 blocks. If a node stays behind, name another one.',
  Reorganisation: `Nothing is taken back until the nodes agree that the blocks are gone. ${replace}`,
  Head: `The node is not followed. ${replace}`,
}

export const adviceFor = (reason: Reason): string => advices[reason]
