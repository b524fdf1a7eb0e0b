/** Whether a template is valid Liquid: delimiters, tags, filters, expressions. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { LiquidError, Output, type Template, TokenizationError, Tokenizer, TypeGuards, Value } from 'liquidjs'
import { blockRanges, type Construct } from './constructs.ts'
import { ALLOWED_FILTERS, ALLOWED_TAGS, BLOCK_TAGS, BRANCH_TAGS, engine } from './engine.ts'
import { handlebarsProblem, handlebarsTag } from './handlebars.ts'
import { positionAt, type Problem, type ProblemCode } from './problem.ts'
import { childrenOf } from './references.ts'
import { closestMatch } from './suggest.ts'
import { parseLiquid } from './tokens.ts'

/** Tags of other Liquid dialects that we leave out: they read other files, print raw markup, or hide positions. */
const REFUSED_TAGS: ReadonlySet<string> = new Set(
  'block decrement echo include increment layout liquid raw render tablerow'.split(' '),
)

const TEXT_FOLLOWS = sentence('templates.liquid.textFollows')

/** Lists what is wrong with single constructs; if nothing, what is wrong between them. */
export function syntaxProblems(
  source: string,
  constructs: readonly Construct[],
): { problems: Problem[]; templates: Template[] } {
  const comments = blockRanges(constructs, 'comment')
  const live = constructs.filter(({ begin }) => !comments.some(range => range.begin < begin && begin < range.end))
  const problems = live.flatMap(construct => constructProblem(source, construct) ?? [])
  if (problems.length > 0) return { problems, templates: [] }
  try {
    const templates = parseLiquid(source)
    const stray = expressionProblems(source, templates)
    return stray.length > 0 ? { problems: stray, templates: [] } : { problems: [], templates }
  } catch (error) {
    return { problems: [parseProblem(source, constructs, error)], templates: [] }
  }
}

function constructProblem(source: string, construct: Construct): Problem | undefined {
  return construct.kind === 'tag' ? tagProblem(source, construct) : outputProblem(source, construct)
}

function tagProblem(source: string, tag: Construct): Problem | undefined {
  const { name } = tag
  const closes = [...BLOCK_TAGS.values()].includes(name)
  if (ALLOWED_TAGS.has(name) || BRANCH_TAGS.has(name) || closes) return undefined
  const opened = name.startsWith('end') ? name.slice(3) : name
  const at = positionAt(source, tag.begin)
  if (REFUSED_TAGS.has(opened)) {
    const words = sentence('templates.liquid.tagNotAllowed', { tag: name, line: at.line })
    return { severity: 'error', code: 'tag_not_allowed', ...words, ...at, tag: name }
  }
  const known = [...ALLOWED_TAGS, ...BRANCH_TAGS, ...BLOCK_TAGS.values()].filter(word => word !== '#')
  const suggestion = closestMatch(name, known)
  const words = suggestion
    ? sentence('templates.liquid.noTagBut', { tag: name, line: at.line, suggestion })
    : sentence('templates.liquid.noTag', { tag: name, line: at.line })
  return { severity: 'error', code: 'unknown_tag', ...words, ...at, tag: name, ...(suggestion && { suggestion }) }
}

function outputProblem(source: string, output: Construct): Problem | undefined {
  const foreign = handlebarsTag(output)
  if (foreign) return handlebarsProblem(foreign, positionAt(source, output.begin))
  if (output.content === '') return problemAt(source, output.begin, 'syntax', sentence('templates.liquid.noField'))
  try {
    const range: [number, number] = [output.begin, output.end]
    const [token] = new Tokenizer(source, engine.options.operators, undefined, range).readTopLevelTokens(engine.options)
    if (!TypeGuards.isOutputToken(token)) return undefined
    new Output(token, engine)
    // The engine stops at a comma or a bracket and drops the rest: everything up to the next field, if the braces of one are missing.
    const value = new Tokenizer(source, engine.options.operators, undefined, token.contentRange)
    value.readFilteredValue()
    value.skipBlank()
    return value.end() ? undefined : problemAt(source, value.p, 'syntax', TEXT_FOLLOWS)
  } catch (error) {
    return parseProblem(source, [output], error)
  }
}

/** Translates the engine's error and finds the construct that it belongs to. Errors without a place belong to the only construct. */
export function parseProblem(source: string, constructs: readonly Construct[], error: unknown): Problem {
  const known = LiquidError.is(error) ? error : undefined
  if (!(error instanceof Error) || (!known && constructs.length !== 1)) throw error
  const reason = (known?.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, '')
  const at = known?.token.begin ?? constructs[0]?.begin ?? 0
  const offset = placeOfError(source, reason, at)
  const inside = constructs.find(({ begin, end }) => begin <= offset && offset < end)
  const filter = /^undefined filter: (.*)$/s.exec(reason)?.[1]
  const tag = inside?.kind === 'tag' ? inside.name : known && tagOfUnclosed(source, offset, known)
  if (filter !== undefined) return filterProblem(source, inside?.begin ?? offset, filter, tag)
  const problem = problemAt(source, offset, 'syntax', wordsFor(reason, tag))
  return tag ? { ...problem, tag } : problem
}

function placeOfError(source: string, reason: string, at: number): number {
  // The engine has read the unexpected character, or looked for the missing name, before it reports it.
  if (reason.startsWith('expected "|"')) return at - 1
  if (reason.startsWith('illegal tag syntax')) return source.lastIndexOf('{%', at)
  return at
}

function tagOfUnclosed(source: string, offset: number, error: LiquidError): string | undefined {
  if (!(error instanceof TokenizationError)) return undefined
  return /^\{%-?\s*([\w#]+)/.exec(source.slice(offset, offset + 100))?.[1]
}

function filterProblem(source: string, offset: number, filter: string, tag: string | undefined): Problem {
  const suggestion = closestMatch(filter, ALLOWED_FILTERS)
  const words = suggestion
    ? sentence('templates.liquid.noFilterBut', { filter, suggestion })
    : sentence('templates.liquid.noFilter', { filter })
  const problem = problemAt(source, offset, 'unknown_filter', words)
  return { ...problem, ...(tag && { tag }), ...(suggestion && { suggestion }) }
}

function wordsFor(reason: string, tag: string | undefined): Sentence {
  if (reason.startsWith('output ')) return sentence('templates.liquid.neverClosed')
  const stray = /^tag "(\w+)" not found$/.exec(reason)?.[1]
  if (stray) return sentence('templates.liquid.strayTag', { tag: stray })
  if (tag && /^tag .* not closed$/s.test(reason)) {
    const closing = BLOCK_TAGS.get(tag)
    const isOpen = closing !== undefined && /%\}" *not closed$|%\} not closed$/.test(reason)
    return isOpen
      ? sentence('templates.liquid.blockNeverClosed', { tag, closing })
      : sentence('templates.liquid.namedTagNeverClosed', { tag })
  }
  if (/^tag .* not closed$/s.test(reason)) return sentence('templates.liquid.tagNeverClosed')
  if (reason.startsWith('illegal tag syntax')) return sentence('templates.liquid.noName')
  if (reason.startsWith('expected "|"')) return TEXT_FOLLOWS
  if (reason.startsWith('invalid value expression')) return sentence('templates.liquid.valueExpected')
  if (tag) return sentence('templates.liquid.engineInTag', { tag, reason })
  return sentence('templates.liquid.engine', { reason: `${reason[0]?.toUpperCase() ?? ''}${reason.slice(1)}` })
}

/** The engine takes the first of two adjacent values and drops the other; a field name with a space would go unnoticed. */
function expressionProblems(source: string, templates: readonly Template[]): Problem[] {
  return templates.flatMap(template => {
    const tag = TypeGuards.isTagToken(template.token) ? { tag: template.token.name } : {}
    const values = [...(template.arguments?.() ?? [])].filter(argument => argument instanceof Value)
    const own = values.flatMap(value => {
      const problem = operandProblem(source, value)
      return problem ? [{ ...problem, ...tag }] : []
    })
    return [...own, ...expressionProblems(source, childrenOf(template))]
  })
}

function operandProblem(source: string, value: Value): Problem | undefined {
  const { postfix } = value.initial
  let depth = 0
  for (const token of postfix) {
    const isOperator = TypeGuards.isOperatorToken(token)
    if (isOperator) depth -= token.operator === 'not' ? 1 : 2
    if (depth < 0) return problemAt(source, token.begin, 'syntax', sentence('templates.liquid.operator'))
    depth += 1
  }
  if (depth === 1) return undefined
  return problemAt(source, postfix[1]?.begin ?? 0, 'syntax', sentence('templates.liquid.twoValues'))
}

function problemAt(source: string, offset: number, code: ProblemCode, words: Sentence): Problem {
  return { severity: 'error', code, ...words, ...positionAt(source, offset) }
}
