/**
 * Holds what a service did against what a simulation said, field by field. Moments may lie a little apart, because a
 * service needs time; hashes and ids stand for each other one to one; numbers that count everything in a service are
 * left out by their names.
 */
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{22})$/.test(value)

type Rules = {
  /** Two moments may be this far apart. */
  toleranceMs: number
  /** Fields that are not compared: places in a log or in a chain that others share. */
  leftOut: readonly string[]
}

export class FieldComparison {
  readonly differences: string[] = []
  readonly #rules: Rules
  readonly #names = new Map<string, string>()

  constructor(rules: Rules) {
    this.#rules = rules
  }

  compare(real: unknown, simulated: unknown, path = ''): void {
    if (isMoment(real) && isMoment(simulated)) this.#compareMoments(real, simulated, path)
    else if (isName(real) && isName(simulated)) this.#compareNames(real, simulated, path)
    else if (isObject(real) && isObject(simulated)) this.#compareObjects(real, simulated, path)
    else if (real !== simulated)
      this.differences.push(
        `${path}: ${JSON.stringify(real)}, simulated ${JSON.stringify(simulated)}`,
      )
  }

  #compareMoments(real: string, simulated: string, path: string): void {
    const apartMs = Date.parse(real) - Date.parse(simulated)
    if (Math.abs(apartMs) > this.#rules.toleranceMs)
      this.differences.push(`${path}: ${real} is ${apartMs / 1000} s from ${simulated}`)
  }

  /** The same name in one stands for the same name in the other, everywhere. */
  #compareNames(real: string, simulated: string, path: string): void {
    const known = this.#names.get(real) ?? simulated
    this.#names.set(real, known)
    if (known !== simulated)
      this.differences.push(`${path}: ${real} stood for ${known}, and here for ${simulated}`)
  }

  #compareObjects(
    real: Record<string, unknown>,
    simulated: Record<string, unknown>,
    path: string,
  ): void {
    const fields = new Set([...Object.keys(real), ...Object.keys(simulated)])
    for (const field of fields) {
      if (this.#rules.leftOut.includes(field)) continue
      this.compare(real[field], simulated[field], path ? `${path}.${field}` : field)
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
