/** Reads Prometheus' text format: one sample a line. */

export type Sample = { name: string; labels: Record<string, string>; value: number }

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** @throws where a line is neither a comment nor a sample */
export function readSamples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((one) => one !== '' && !one.startsWith('#'))
    .map((one) => {
      const [, name, labels = '', value] = line.exec(one) ?? []
      if (name === undefined) throw new Error(`no sample: ${one}`)
      const pairs = [...labels.matchAll(label)].map(([, key, text]) => [key!, text!])
      return { name, labels: Object.fromEntries(pairs), value: toNumber(value!) }
    })
}

const toNumber = (text: string): number =>
  text === '+Inf' ? Infinity : text === '-Inf' ? -Infinity : Number(text)
