/** A fault planted on purpose, and the test that has to notice it. */
export type Saboteur = {
  /** What goes wrong, as a sentence for people. */
  fault: string
  file: string
  /** Stands in the file exactly once. */
  before: string
  after: string
  /** The file of the test, and its title as it is written there. */
  test: { file: string; title: string }
}

/** The titles that a test has when it runs, of one as it is written: `%s`, `$name` and `${name}` stand for anything. */
export function runningTitle(title: string): RegExp {
  const escaped = title.replaceAll(/[.*+?^{}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`${escaped.replaceAll(/%[sdifjo]|\\\$(?:[\w.]+|\\\{\w+\\\})/g, '.*')}$`)
}
