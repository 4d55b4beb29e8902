/**
 * Evaluates as much of PromQL as the alert rules are written in, over scraped values: selectors, comparisons, `/`,
 * `or`, `absent`, `increase`, `max`, `min` and `sum by`. The grammar is Prometheus' own; anything unknown here throws.
 * `promtool` knows all of it.
 */
import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import type { Sample } from '../../test/operating/samples.ts'

type Series = { labels: Record<string, string>; value: number }
type Scrapes = readonly Sample[][]

/** Lists the metrics that an expression reads. @throws where it is no PromQL */
export function metricsOf(expression: string): string[] {
  const names: string[] = []
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`no PromQL: ${expression}`)
      if (node.name === 'VectorSelector')
        names.push(textOf(node.node.getChild('Identifier')!, expression))
    },
  })
  return names
}

/** Evaluates an expression at the last of the scrapes; `increase` counts from the first. */
export function evaluate(expression: string, scrapes: Scrapes): Series[] {
  metricsOf(expression)
  const top = parser.parse(expression).topNode.firstChild!
  return seriesOf(top, { expression, scrapes })
}

type Ground = { expression: string; scrapes: Scrapes }

function seriesOf(node: SyntaxNode, ground: Ground): Series[] {
  switch (node.name) {
    case 'VectorSelector':
      return select(node, ground, ground.scrapes.at(-1)!)
    case 'FunctionCall':
      return call(node, ground)
    case 'AggregateExpr':
      return aggregate(node, ground)
    case 'BinaryExpr':
      return combine(node, ground)
    case 'NumberDurationLiteral':
      return [{ labels: {}, value: Number(textOf(node, ground.expression)) }]
    default:
      throw new Error(`${node.name} is not known here: ${ground.expression}`)
  }
}

function select(node: SyntaxNode, { expression }: Ground, samples: Sample[]): Series[] {
  const name = textOf(node.getChild('Identifier')!, expression)
  const matchers = matchersOf(node, expression)
  return samples.filter(
    (one) =>
      one.name === name &&
      matchers.every(
        ({ label, isEqual, text }) => ((one.labels[label] ?? '') === text) === isEqual,
      ),
  )
}

function matchersOf(selector: SyntaxNode, expression: string) {
  const all = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  return all.map((matcher) => {
    const operator = textOf(matcher.getChild('MatchOp')!, expression)
    if (operator !== '=' && operator !== '!=') throw new Error(`${operator} is not known here`)
    return {
      label: textOf(matcher.getChild('LabelName')!, expression),
      isEqual: operator === '=',
      text: textOf(matcher.getChild('StringLiteral')!, expression).slice(1, -1),
    }
  })
}

function call(node: SyntaxNode, ground: Ground): Series[] {
  const { expression, scrapes } = ground
  const name = textOf(node.getChild('FunctionIdentifier')!, expression)
  const [argument] = argumentsOf(node)
  if (name === 'absent') return absent(argument!, ground)
  if (name !== 'increase') throw new Error(`${name} is not known here`)
  const selector = argument!.getChild('VectorSelector')!
  const before = select(selector, ground, scrapes[0]!)
  return select(selector, ground, scrapes.at(-1)!).map(({ labels, value }) => ({
    labels,
    value: value - (before.find((one) => isAlike(one.labels, labels))?.value ?? value),
  }))
}

function absent(selector: SyntaxNode, ground: Ground): Series[] {
  if (seriesOf(selector, ground).length > 0) return []
  const equal = matchersOf(selector, ground.expression).filter(({ isEqual }) => isEqual)
  return [{ labels: Object.fromEntries(equal.map(({ label, text }) => [label, text])), value: 1 }]
}

const aggregates: Record<string, (values: number[]) => number> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((one, other) => one + other),
}

function aggregate(node: SyntaxNode, ground: Ground): Series[] {
  const { expression } = ground
  const operator = textOf(node.getChild('AggregateOp')!, expression)
  const together = aggregates[operator]
  if (!together) throw new Error(`${operator} is not known here`)
  const grouping = node.getChild('AggregateModifier')?.getChild('GroupingLabels')
  const kept = (grouping?.getChildren('LabelName') ?? []).map((one) => textOf(one, expression))
  const groups = Map.groupBy(seriesOf(argumentsOf(node)[0]!, ground), ({ labels }) =>
    JSON.stringify(kept.map((label) => labels[label])),
  )
  return [...groups.values()].map((group) => ({
    labels: Object.fromEntries(kept.map((label) => [label, group[0]!.labels[label] ?? ''])),
    value: together(group.map(({ value }) => value)),
  }))
}

function combine(node: SyntaxNode, ground: Ground): Series[] {
  const [left, operator, right] = [node.firstChild!, node.firstChild!.nextSibling!, node.lastChild!]
  const series = seriesOf(left, ground)
  const others = seriesOf(right, ground)
  const isNumber = right.name === 'NumberDurationLiteral'
  const partnerOf = ({ labels }: Series) =>
    isNumber ? others[0] : others.find((other) => isAlike(other.labels, labels))
  switch (operator.name) {
    case 'Or':
      return [...series, ...others]
    case 'Div':
      return series.flatMap((one) => {
        const partner = partnerOf(one)
        return partner ? [{ ...one, value: one.value / partner.value }] : []
      })
    case 'Gtr':
      return series.filter((one) => one.value > (partnerOf(one)?.value ?? Infinity))
    case 'Lss':
      return series.filter((one) => one.value < (partnerOf(one)?.value ?? -Infinity))
    case 'Eql':
      return series.filter((one) => one.value === partnerOf(one)?.value)
    default:
      throw new Error(`${operator.name} is not known here`)
  }
}

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = []
  for (let one = node.getChild('FunctionCallBody')!.firstChild; one; one = one.nextSibling)
    all.push(one)
  return all
}

const isAlike = (one: Series['labels'], other: Series['labels']): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}

const textOf = ({ from, to }: SyntaxNode, expression: string): string => expression.slice(from, to)
