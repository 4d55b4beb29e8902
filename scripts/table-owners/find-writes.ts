/**
 * Finds what a file of the service writes into tables: SQL in its strings, and calls of the ORM with an entity. It reads the
 * syntax tree, so that no comment is taken for SQL.
 */
import { type ESTree, parseSync, Visitor } from 'vite'
import { actorKinds } from '../../src/shared/stored-actor.ts'

/** A write into a table; null where only a run can tell which. */
export type Write = { table: string | null; line: number; text: string }
type Found = Omit<Write, 'line'> & { index: number }

export type Schema = {
  tables: ReadonlySet<string>
  /** The tables of the entities, by the names of their classes. */
  entities: ReadonlyMap<string, string>
}

/** The name of a table, or the place where a variable gives it, with a schema or without. */
const name = String.raw`(?:only\s+)?(?:"?\w+"?\.|\$\{\w*\}\.)?("?[a-z_]\w*"?|\$\{\w*\})`
/** Behind `for` an `update` locks rows, and behind `do` it is a part of an insert. */
const update = String.raw`(?<!\b(?:do|for|key)\s+)\bupdate`
const into = String.raw`\b(?:insert\s+into|merge\s+into|delete\s+from)`
/** What hardly stands in a sentence for people counts with any name, the rest with the name of a table. */
const statements = [
  { pattern: String.raw`${into}\s+${name}`, isCertain: true },
  { pattern: String.raw`${update}\s+${name}(?=\s+(?:(?:as\s+)?\w+\s+)?set\b)`, isCertain: true },
  { pattern: String.raw`${update}\s+${name}`, isCertain: false },
  { pattern: String.raw`\btruncate\s+(?:table\s+)?${name}`, isCertain: false },
  { pattern: String.raw`\bcopy\s+${name}\s*(?:\([^)]*\)\s*)?from\b`, isCertain: false },
  // The name stands in another string.
  { pattern: String.raw`${into}\s*$()`, isCertain: true },
  { pattern: String.raw`(?:${update}|\btruncate(?:\s+table)?)\s+$()`, isCertain: true },
].map(({ pattern, isCertain }) => ({ pattern: new RegExp(pattern, 'gi'), isCertain }))
const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g

/** These methods are the ORM's, whatever they are called on; the others where they are called on its entity manager. */
const writesOfOrm =
  /^(?:persist|persistAndFlush|removeAndFlush|native(?:Insert|Update|Delete)|insertMany|upsert|upsertMany)$/
const writesOfManager = /^(?:insert|remove|create|assign|flush|createQueryBuilder|getRepository)$/
const manager = /(?:\b(?:em|entityManager)|\.fork\(\))$/

export function findWrites(path: string, source: string, schema: Schema): Write[] {
  const writes: Write[] = []
  const namesOfImports = new Map<string, string>()
  const note = (start: number, text: string, found: Found[]) => {
    for (const { index, ...write } of found) {
      const before = source.slice(0, start) + text.slice(0, index)
      writes.push({ ...write, line: before.split('\n').length })
    }
  }
  new Visitor({
    ImportSpecifier({ imported, local }) {
      namesOfImports.set(local.name, imported.type === 'Literal' ? imported.value : imported.name)
    },
    Literal({ value, start }) {
      if (typeof value === 'string') note(start, value, findInSql(value, schema.tables))
    },
    TemplateLiteral(node) {
      const text = textOf(node)
      note(node.start, text, findInSql(text, schema.tables))
    },
    CallExpression(node) {
      note(node.callee.end, '', findInCall(node, source, namesOfImports, schema))
    },
  }).visit(parse(path, source))
  return writes
}

/** Finds the entities that a file defines: the names of their classes, and their tables. */
export function findEntities(path: string, source: string): Map<string, string> {
  const entities = new Map<string, string>()
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineEntity') return
      const entity = textIn(definition, 'name')
      const table = textIn(definition, 'tableName')
      if (!entity || !table) throw new Error(`${path}: an entity has no name or no tableName`)
      entities.set(entity, table)
    },
  }).visit(parse(path, source))
  return entities
}

function parse(path: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  return program
}

/** Returns what a template says, with the names of the variables in it. */
const textOf = ({ quasis, expressions }: ESTree.TemplateLiteral): string =>
  quasis
    .map(({ value }, index) => {
      const expression = expressions[index]
      const variable = expression?.type === 'Identifier' ? expression.name : ''
      return (value.cooked ?? value.raw) + (expression ? `\${${variable}}` : '')
    })
    .join('')

function findInSql(sql: string, tables: ReadonlySet<string>): Found[] {
  const text = sql.replaceAll(comments, (comment) => ' '.repeat(comment.length))
  const found = statements.flatMap(({ pattern, isCertain }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: words, 1: written, index }) =>
      tablesOf(written!)
        .filter((table) => isCertain || table === null || tables.has(table))
        .map((table) => ({ table, text: words, index })),
    ),
  )
  // An update with `set` is found a second time, as one without.
  const keys = found.map(({ table, index }) => `${index}/${table}`)
  return found
    .filter((_, place) => keys.indexOf(keys[place]!) === place)
    .sort((one, other) => one.index - other.index)
}

/** A kind of actor is the name of its table; no other variable says which tables it stands for. */
function tablesOf(written: string): (string | null)[] {
  if (written === '${kind}') return actorKinds.map((kind) => kind.toLowerCase())
  if (written === '' || written.startsWith('$')) return [null]
  return [written.startsWith('"') ? written.slice(1, -1) : written.toLowerCase()]
}

function findInCall(
  { callee, arguments: [argument] }: ESTree.CallExpression,
  source: string,
  namesOfImports: ReadonlyMap<string, string>,
  { entities }: Schema,
): Found[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  const method = callee.property.name
  const isOnManager = manager.test(source.slice(callee.object.start, callee.object.end))
  if (!writesOfOrm.test(method) && !(isOnManager && writesOfManager.test(method))) return []
  const entity = classOf(argument, namesOfImports)
  const table = entities.get(entity) ?? null
  return [{ table, text: `${method}(${entity})`, index: 0 }]
}

/** Names the class that is the argument of a call, as it is called where it is defined. */
function classOf(
  argument: ESTree.Argument | undefined,
  namesOfImports: ReadonlyMap<string, string>,
): string {
  if (argument?.type === 'Identifier') return namesOfImports.get(argument.name) ?? argument.name
  if (argument?.type === 'MemberExpression' && argument.property.type === 'Identifier')
    return argument.property.name
  return ''
}

/** Reads a text of an object that is written out. */
function textIn(node: ESTree.Argument | undefined, field: string): string | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  for (const property of node.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier')
      if (property.key.name === field && property.value.type === 'Literal')
        return String(property.value.value)
  return undefined
}
