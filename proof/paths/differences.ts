/** Says where what is stored or answered differs from what the model says, a line for each place. */
const toldMax = 6

/** Throws an error that names the first places; `failure` says what is wrong where there are any. */
export function expectSame(failure: string, real: unknown, model: unknown): void {
  const all = differencesOf(plain(real), plain(model), '')
  if (all.length === 0) return
  const more = all.length > toldMax ? [`and ${all.length - toldMax} more`] : []
  const lines = [...all.slice(0, toldMax), ...more].map((line) => `  ${line}`)
  throw new Error(`${failure}:\n${lines.join('\n')}`)
}

/** Returns the value as JSON carries it: a field without a value is none. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

function differencesOf(real: unknown, model: unknown, path: string): string[] {
  if (!isObject(real) || !isObject(model) || Array.isArray(real) !== Array.isArray(model))
    return Object.is(real, model) ? [] : [`${path || 'all of it'}: ${say(real)}, not ${say(model)}`]
  const fields = new Set([...Object.keys(model), ...Object.keys(real)])
  return [...fields].flatMap((field) =>
    differencesOf(real[field], model[field], path ? `${path}.${field}` : field),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const say = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
