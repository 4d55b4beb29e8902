/** Says what is wrong: in one line where it is one thing, else each in a line of its own. */
export const listFaults = (what: string, faults: readonly string[]): string =>
  faults.length === 1
    ? `${what}: ${faults[0]}`
    : `${what}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`
