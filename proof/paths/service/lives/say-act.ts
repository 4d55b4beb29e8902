/** Says in sentences what is done in a life. */
import { type BlockStep, blocksMade, isAction, type LifeAct } from './act.ts'

/** Says what an act is. */
export function sayAct(act: LifeAct): string {
  return sayPlainly(act) + sayAbout('of' in act ? act.of : undefined)
}

const sayAbout = (place?: 1 | 2): string => (place ? ` (Subscription ${place + 1}.)` : '')

const sayCommands = (commands: { command: string; of?: 1 | 2 | undefined }[]): string =>
  commands.map(({ command, of }) => `to ${command}${sayAbout(of)}`).join(', then ')

function sayPlainly(act: LifeAct): string {
  switch (act.type) {
    case 'allow':
      return `The payer allows ${inCharges(act.charges)}.`
    case 'have':
      return `The payer's wallet holds ${inCharges(act.charges)}.`
    case 'command':
      return `The merchant asks to ${act.command}.`
    case 'pauseForADay':
      return 'The merchant asks to pause for a day.'
    case 'wallet':
      return `The payer's wallet calls ${act.call} of the contract.`
    case 'strangerCharges':
      return 'A stranger calls the charge.'
    case 'feedback':
      return 'The payer says on the page why it ends.'
    case 'switch':
      return `The merchant asks to switch to another subscription: ${act.when}.`
    case 'wait':
      return 'Time passes until something is due.'
    case 'waitLong':
      return 'Time passes until the subscription itself waits no longer.'
    case 'stepwise':
      return `Blocks are made only as said here. ${act.steps.map(sayStep).join(' ')}`
    case 'together':
      return `In one block: ${act.actions.map(sayAct).join(' ')}`
    case 'takenBack':
      return act.events === 1
        ? 'A reorganisation takes back all since the newest event.'
        : `A reorganisation takes back all since the newest ${act.events} events.`
    case 'silent':
      return saySilent(act)
    case 'overtaken':
      return `${sayAct(act.first)} In the same block, but before it: ${sayAct(act.by)}`
    case 'held':
      return `${sayAct(act.first)} Before the next block the merchant asks ${sayCommands(act.commands)}.`
    case 'reorganised': {
      const meanwhile = act.commands.length
        ? ` The merchant asks ${sayCommands(act.commands)}.`
        : ''
      return `${sayAct(act.first)}${meanwhile} Then a reorganisation takes the block back.`
    }
  }
}

function saySilent(act: Extract<LifeAct, { type: 'silent' }>): string {
  const sentences = [
    act.untilDue
      ? 'Shortly before something is due the nodes fall silent.'
      : 'The nodes fall silent.',
    ...act.actions.map(sayAct),
    act.untilDue ? 'It falls due.' : '',
    act.commands.length ? `The merchant asks ${sayCommands(act.commands)}.` : '',
    'The nodes answer again.',
    act.isTakenBack ? 'A reorganisation takes the last of it back at once.' : '',
  ]
  return sentences.filter(Boolean).join(' ')
}

const sayStep = (step: BlockStep): string => (isAction(step) ? sayAct(step) : blocksMade[step.type])

function inCharges(charges: number): string {
  if (charges === 0) return 'nothing'
  if (charges === 0.5) return 'half a charge'
  return charges === 1 ? 'one charge' : `${charges} charges`
}
