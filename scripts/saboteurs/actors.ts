/** Faults of turns, batches and what is stored of them. */
import type { Saboteur } from './saboteur.ts'

const timers = 'test/turns/timers.test.ts'
const upgrades = 'test/turns/upgrades.test.ts'
const aPath = { file: 'proof/paths/store.test.ts', title: '%s' }

export const ofActors: Saboteur[] = [
  {
    fault: 'a timer that was armed anew still fires by its old message',
    file: 'src/actors/turn.ts',
    before: "if (!armed || armed.armedAtRevision !== armedAtRevision) return 'stale'",
    after: "if (!armed) return 'stale'",
    test: { file: timers, title: 'a timer that was armed anew makes the old message stale' },
  },
  {
    fault: 'a timer fires before its moment',
    file: 'src/actors/turn.ts',
    before: "if (armed.dueAt > now.getTime() + clockSkewMaxMs) return 'early'",
    after: "if (armed.dueAt > now.getTime() + 1e15) return 'early'",
    test: {
      file: timers,
      title: 'a timer that comes before its moment does nothing, and at its moment it fires',
    },
  },
  {
    fault: 'a fired timer stays in the snapshot',
    file: 'src/actors/turn.ts',
    before: "return [...timers, { op: 'cancel', id: event.type }]",
    after: 'return timers',
    test: {
      file: timers,
      title: 'a timer that leaves its state as it is has fired, too, and is gone',
    },
  },
  {
    fault: 'two events of one turn have the same number',
    file: 'src/actors/turn.ts',
    before: 'createEventEntry(actor, event, eventSequence + index + 1, fact)',
    after: 'createEventEntry(actor, event, eventSequence + 1, fact)',
    test: {
      file: 'test/turns/event-numbers.test.ts',
      title: 'two events of one turn have numbers of their own, which follow those before',
    },
  },
  {
    fault: 'a message for an actor of another owner is taken',
    file: 'src/actors/turn.ts',
    before: 'message.merchantId === owned.merchantId && message.network === owned.network',
    after: 'message.network === owned.network',
    test: {
      file: 'test/turns/forged-messages.test.ts',
      title: 'takes no command of %j, and is not shown',
    },
  },
  {
    fault: 'a timer that is cancelled and armed again in one batch is lost',
    file: 'src/actors/batch.ts',
    before: '    this.#cancelled.delete(key)\n    this.#armed.set(key',
    after: '    this.#armed.set(key',
    test: {
      file: 'test/turns/batched-timers.test.ts',
      title:
        'a timer that two turns of a batch cancel and arm again is there, and was not sent yet',
    },
  },
  {
    fault: 'a timer that is armed and cancelled in one batch stays',
    file: 'src/actors/batch.ts',
    before: '      this.#armed.delete(key)\n',
    after: '',
    test: {
      file: 'test/turns/batched-timers.test.ts',
      title: 'a timer that two turns of a batch arm and cancel is gone',
    },
  },
  {
    fault: 'a timer that is armed again counts as sent, and the test clock passes it by',
    file: 'src/store/turn-writes.ts',
    before: 'due_at = excluded.due_at, sent_at = null',
    after: 'due_at = excluded.due_at',
    test: {
      file: 'test/turns/batched-timers.test.ts',
      title:
        'a timer that two turns of a batch cancel and arm again is there, and was not sent yet',
    },
  },
  {
    fault: 'commands whose guard refuses them are offered',
    file: 'src/actors/commands.ts',
    before: 'if (!transition.guard || snapshot.can({ type: transition.eventType }))',
    after: 'if (transition)',
    test: {
      file: 'test/machines/explained.test.ts',
      title:
        'an answer is that of the machine: what is accepted stands among the accepted commands',
    },
  },
  {
    fault: 'what an actor remembers is believed as it is stored',
    file: 'src/actors/restore-actor.ts',
    before: '  Context.parse(context)\n',
    after: '',
    test: {
      file: 'test/turns/poison-messages.test.ts',
      title: 'a command that %s fails alone',
    },
  },
  {
    fault: 'an upgrade moves the timers of the snapshot only',
    file: 'src/actors/upgrading/commit-upgrades.ts',
    before: 'timers: timerChanges(before, actor),',
    after: 'timers: timerChanges(before, actor).slice(0, 0),',
    test: {
      file: upgrades,
      title: 'upgraded actors go on under version 2, beside actors of version 1',
    },
  },
  {
    fault: 'what an earlier release stores meanwhile is not brought over',
    file: 'src/actors/live-actors.ts',
    before: 'if (await commitUpgrades(upgrading, [...moved.values()]))',
    after: 'if (await commitUpgrades(upgrading, []))',
    test: {
      file: upgrades,
      title: 'upgraded actors go on under version 2, beside actors of version 1',
    },
  },
  {
    fault: 'an actor that a failover has forgotten is held on to',
    file: 'src/actors/live-actors.ts',
    before: 'if (live && unmoved.has(key)) this.hold(live)',
    after: 'if (live && !moved.has(key)) this.hold(live)',
    test: {
      file: 'test/turns/two-workers.test.ts',
      title: 'beside others, what a failover has forgotten is held no longer',
    },
  },
  {
    fault: 'actors without a place are left behind in silence',
    file: 'src/actors/upgrading/upgrade-stored.ts',
    before: 'if (without > 0)',
    after: 'if (without < 0)',
    test: {
      file: upgrades,
      title: 'without its upgrade a state has no place, and nothing is changed',
    },
  },
  {
    fault: 'an upgrade changes a status that merchants were told',
    file: 'src/actors/upgrading/find-place.ts',
    before: 'if (status !== actor.status)',
    after: "if (status === ('' as never))",
    test: {
      file: upgrades,
      title: 'an upgrade that tells merchants another status is refused',
    },
  },
  {
    fault: 'an older worker answers what only a newer release takes',
    file: 'src/bus/commands.ts',
    before: 'isForAnother(reply) && asked.handedOn < handoversMax',
    after: 'isForAnother(reply) && asked.handedOn < 0',
    test: {
      file: 'test/turns/rolling-upgrade.test.ts',
      title:
        'version 2 of a machine is rolled through running workers: nobody is stuck, and nothing is parked',
    },
  },
  {
    fault: 'a process does not say that it is older than the database',
    file: 'src/actors/upgrading/upgrade-stored.ts',
    before: 'if (stored > known)',
    after: 'if (stored > known + 1)',
    test: {
      file: upgrades,
      title:
        'a release that is older than what is stored starts beside it, says so, and leaves it alone',
    },
  },
  {
    fault: 'a refusal does not say what is accepted',
    file: 'src/actors/turn.ts',
    before: 'allowed: live.actor.snapshot.acceptedCommands',
    after: 'allowed: []',
    test: aPath,
  },
  {
    fault: 'the journal does not know what caused a turn',
    file: 'src/actors/turn.ts',
    before: 'toState: statePath(after.snapshot.value),\n    cause: message.cause,',
    after: "toState: statePath(after.snapshot.value),\n    cause: { type: 'timer', timer: '' },",
    test: aPath,
  },
  {
    fault: 'after a reconnection the client of NATS asks for its consumer by itself',
    file: 'src/bus/events.ts',
    before: 'if (type === Events.Reconnect) act()',
    after: 'if (type === Events.Error) act()',
    test: {
      file: 'test/turns/reconnected-stream.test.ts',
      title:
        'a worker whose NATS is back before its JetStream asks for the stream until it is there',
    },
  },
  {
    fault: 'the log of a process of several cells does not say of which cell a line is',
    file: 'src/main.ts',
    before: 'index === 0 ? log : log.child({ cell: schema })',
    after: 'index === 0 ? log : log.child({})',
    test: {
      file: 'proof/cells/processes.test.ts',
      title: 'where the second cell has no worker any more, the log says of which cell that is',
    },
  },
]
