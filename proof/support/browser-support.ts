/**
 * Which functions, properties of styles and forms of expressions certain browsers have, as MDN's data says. Code is text in which
 * types are not known: a member's name counts as had where any interface that has a member of this name has it by then, so
 * the check overlooks some and accuses few.
 */
import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data'
import { parseAst } from 'vite'

/** The oldest versions, by the names that the data has for browsers. */
export type Browsers = Partial<Record<'safari_ios' | 'safari' | 'chrome' | 'firefox', number>>

const { api, javascript, css } = bcd
const interfaces: Identifier[] = [api, javascript.builtins!]

/** Says of each name that the browsers lack, once, in which form it is used: `toSorted`, `AbortSignal.timeout`, `/(?<=/`. */
export function lacksOfScript(code: string, browsers: Browsers): string[] {
  const lacks = new Set<string>()
  const uses = usesIn(code)
  const note = (name: string, known: CompatStatement[]) => {
    if (known.length > 0 && !known.some((one) => isHad(one, browsers))) lacks.add(name)
  }
  for (const { of, name } of uses.members) {
    const known = of === null || uses.declared.has(of) ? [] : membersOf(of, name)
    note(known.length > 0 ? `${of}.${name}` : name, known.length > 0 ? known : anyMember(name))
  }
  for (const name of uses.names)
    if (!uses.declared.has(name))
      note(
        name,
        interfaces.flatMap((all) => statementOf(all[name])),
      )
  const { static: statics, public_class_fields: fields } = javascript.classes ?? {}
  if (uses.hasStaticBlock) note('static {}', statementOf(statics?.['initialization_blocks']))
  // Safari before 16 loses names in a field that has parentheses.
  if (uses.hasWrittenField && !statementOf(fields).some((one) => isHad(one, browsers, true)))
    lacks.add('(…) in a field of a class')
  for (const { pattern, flags } of uses.expressions)
    for (const [form, feature] of expressionForms)
      if (form.test(`/${pattern}/${flags}`)) note(form.source, statementOf(feature))
  return [...lacks].toSorted()
}

const { regular_expressions: expressions, builtins } = javascript
const expressionForms: [RegExp, Identifier | undefined][] = [
  [/\(\?<[=!]/, expressions?.['lookbehind_assertion']],
  [/\(\?[ims]*-?[ims]+:/, expressions?.['modifier']],
  [/\/\w*v\w*$/, builtins?.['RegExp']?.['unicodeSets']],
  [/\/\w*d\w*$/, builtins?.['RegExp']?.['hasIndices']],
]

/** Says of the properties, their words, functions, units and selectors that the browsers lack, once each. */
export function lacksOfStyle(text: string, browsers: Browsers): string[] {
  const style = text.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)|\/\*.*?\*\//gs, '""')
  const lacks = new Set<string>()
  const note = (name: string, feature: Identifier | undefined) => {
    const known = statementOf(feature)
    if (known.length > 0 && !known.some((one) => isHad(one, browsers))) lacks.add(name)
  }
  for (const [, name = '', value = ''] of style.matchAll(
    /[{;]\s*([a-z-]+)\s*:([^;{}]*)(?=[;}])/g,
  )) {
    const property = css.properties?.[name]
    note(name, property)
    for (const [word] of value.matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w(-])/g))
      note(`${name}: ${word}`, property?.[word])
    for (const [, called = ''] of value.matchAll(/([a-z-]+)\(/g))
      note(`${called}()`, typeNamed(called))
    for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/g))
      note(unit, css.types?.['length']?.[/^[dls]v/.test(unit) ? dynamicUnits : unit])
  }
  for (const [, name = ''] of style.matchAll(/:([a-z][a-z-]+)(?=[^;{}]*\{)/g))
    note(`:${name}`, css.selectors?.[name])
  for (const [, name = ''] of style.matchAll(/@([a-z-]+)/g))
    note(`@${name}`, css['at-rules']?.[name])
  return [...lacks].toSorted()
}

const dynamicUnits = 'viewport_percentage_units_dynamic'

const typeNamed = (name: string): Identifier | undefined =>
  css.types?.[name] ??
  Object.values(css.types ?? {})
    .map((type) => (type as Record<string, Identifier>)[name])
    .find((one) => one !== undefined)

type Uses = {
  members: { of: string | null; name: string }[]
  names: Set<string>
  declared: Set<string>
  expressions: { pattern: string; flags: string }[]
  hasStaticBlock: boolean
  /** A class has a field that is more than a name, a literal or something new. */
  hasWrittenField: boolean
}
type Node = { type: string; [field: string]: unknown }

function usesIn(code: string): Uses {
  const uses: Uses = {
    members: [],
    names: new Set(),
    declared: new Set(),
    expressions: [],
    hasStaticBlock: false,
    hasWrittenField: false,
  }
  visit(parseAst(code) as unknown as Node, uses, code)
  return uses
}

function visit(node: Node, uses: Uses, code: string): void {
  const named = (field: string) => {
    const one = node[field] as Node | null | undefined
    return one?.type === 'Identifier' ? (one['name'] as string) : null
  }
  if (node.type === 'MemberExpression' && node['computed'] === false)
    uses.members.push({ of: named('object'), name: named('property') ?? '' })
  if (node.type === 'StaticBlock') uses.hasStaticBlock = true
  if (node.type === 'PropertyDefinition' && node['value']) {
    const { start, end } = node['value'] as unknown as { start: number; end: number }
    uses.hasWrittenField ||= code.slice(start, end).includes('(')
  }
  if (node.type === 'Identifier') uses.names.add(node['name'] as string)
  if (node.type === 'Literal' && node['regex']) uses.expressions.push(node['regex'] as never)
  if (
    /^(?:VariableDeclarator|FunctionDeclaration|ClassDeclaration|ImportSpecifier)$/.test(node.type)
  )
    uses.declared.add(named('id') ?? named('local') ?? '')
  for (const [field, value] of Object.entries(node)) {
    const isName = (field === 'property' || field === 'key') && node['computed'] === false
    if (isName && (value as Node | null)?.type === 'Identifier') continue
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof (one as Node | null)?.type === 'string') visit(one as Node, uses, code)
  }
}

const membersOf = (of: string, name: string): CompatStatement[] =>
  interfaces.flatMap((all) => [
    ...statementOf(all[of]?.[`${name}_static`]),
    ...statementOf(all[of]?.[name]),
  ])

/** A page has objects of these; the names of the others' members are too often names of our own. */
const usual =
  /^(?:Abort|Blob|Clipboard|Credential|Crypto|CSSStyle|Custom|Document|DOM|Element|Event|File|Form|Headers|History|HTML|Intersection|Location|Message|Mutation|Navigator|Node|Performance|PublicKey|Range|Readable|Request|Resize|Response|Selection|Storage|Subtle|Text|URL|WebSocket|Window)/

const byMember = new Map<string, { isUsual: boolean; known: CompatStatement[] }>()
for (const all of interfaces)
  for (const [of, one] of Object.entries(all))
    for (const [name, member] of Object.entries(one)) {
      const bare = name.replace(/_static$/, '')
      const { isUsual = false, known = [] } = byMember.get(bare) ?? {}
      const isOne = statementOf(member).length > 0 && (all === builtins || usual.test(of))
      byMember.set(bare, { isUsual: isUsual || isOne, known: [...known, ...statementOf(member)] })
    }
function anyMember(name: string): CompatStatement[] {
  const { isUsual, known } = byMember.get(name) ?? { isUsual: false, known: [] }
  return isUsual ? known : []
}

function statementOf(feature: Identifier | undefined): CompatStatement[] {
  return feature?.__compat ? [feature.__compat] : []
}

function isHad({ support }: CompatStatement, browsers: Browsers, isWhole = false): boolean {
  return Object.entries(browsers).every(([browser, version]) => {
    const told = support[browser as keyof Browsers]
    return [told ?? []]
      .flat()
      .some(
        ({
          version_added: added,
          version_removed: removed,
          flags,
          prefix,
          alternative_name: other,
          partial_implementation: isPart,
        }) =>
          !(isWhole && isPart) &&
          !flags &&
          !prefix &&
          !other &&
          isBy(added, version) &&
          !(removed && isBy(removed, version)),
      )
  })
}

const isBy = (added: string | false | undefined, version: number): boolean =>
  typeof added === 'string' &&
  added !== 'preview' &&
  Number.parseFloat(added.replace('≤', '')) <= version
