/** Reports the contract's events as the watcher does, and those that a reorganisation takes back. */
import type { MessageEvent } from '../../shared/message.ts'
import type { Contract, SimulatedEvent, Undone } from './contract.ts'

/** The report of an event at its place in the chain. */
export function reportOf(
  done: SimulatedEvent,
  { allowance }: Contract,
  {
    position,
    nowMs,
    transactionHash,
  }: { position: number; nowMs: number; transactionHash: string },
): MessageEvent {
  const type = `chain.${done.event}`
  switch (done.event) {
    case 'charged':
      return {
        type,
        nextChargeAt: moment(done.nextDueMs),
        period: done.period,
        chargedAt: moment(nowMs),
        allowance: String(allowance),
        transactionHash,
        position,
      }
    case 'unfrozen':
      return { type, nextChargeAt: moment(done.nextDueMs), position }
    case 'frozen': {
      const { by, operatorUntilMs } = done
      const operatorUntil = operatorUntilMs === null ? null : moment(operatorUntilMs)
      return { type, by, operatorUntil, position }
    }
    case 'cancelled':
      return { type, by: done.by, position }
  }
}

/** The report that an event is gone, with what counts instead. */
export function retractionOf(
  { event, nextDueMs, frozenBy }: Undone,
  { allowance }: Contract,
): MessageEvent {
  const nextChargeAt = moment(nextDueMs)
  return event.event === 'charged'
    ? {
        type: 'chain.chargeReorged',
        period: event.period,
        nextChargeAt,
        allowance: String(allowance),
      }
    : { type: 'chain.controlReorged', nextChargeAt, frozenBy }
}

const moment = (ms: number): string => new Date(ms).toISOString()
