/**
 * The one Liquid engine of the product, locked down: templates are typed by tenants and rendered beside other tenants' mail. Nothing is
 * read from disk, only the fields' own properties are seen, work and memory are limited, and only the tags and filters below exist.
 */
import { Context, type Emitter, Liquid, type Template } from 'liquidjs'
import { type RenderBudget, withinBudget } from './budget.ts'
import { textOf } from './text-of.ts'

export interface TemplateLimits {
  /** Characters in total. */
  length: number
  /** Outputs and tags. */
  constructs: number
  constructLength: number
  /** Characters of all of them together. */
  constructsLength: number
  /** Nesting of blocks. */
  depth: number
  htmlTags: number
  links: number
}

/**
 * Limits of an author's template. Large newsletters have a tenth of it; more would make its checks keep other tenants waiting, since some
 * compare every pair.
 */
export const AUTHOR_LIMITS: TemplateLimits = {
  // The most that the API accepts as a part of a message.
  length: 2_000_000,
  constructs: 2000,
  constructLength: 2000,
  constructsLength: 200_000,
  depth: 50,
  htmlTags: 20_000,
  links: 2000,
}

/** The same with what we add: a field for each link, the unsubscribe addresses, the pixel. */
export const COMPLETED_LIMITS: TemplateLimits = {
  ...AUTHOR_LIMITS,
  length: 2_200_000,
  constructs: 4100,
  constructsLength: 300_000,
  htmlTags: 20_100,
  links: 2100,
}

/** Tags with a body, and the tag that closes each. */
export const BLOCK_TAGS: ReadonlyMap<string, string> = new Map([
  ['if', 'endif'],
  ['unless', 'endunless'],
  ['case', 'endcase'],
  ['for', 'endfor'],
  ['capture', 'endcapture'],
  ['comment', 'endcomment'],
])

/** Tags inside a block that start its next branch. */
export const BRANCH_TAGS: ReadonlySet<string> = new Set(['else', 'elsif', 'when'])

const SIMPLE_TAGS = ['assign', 'break', 'continue', 'cycle', '#']

export const ALLOWED_TAGS: ReadonlySet<string> = new Set([...BLOCK_TAGS.keys(), ...SIMPLE_TAGS])

/**
 * Filters that only compute. Left out on purpose: `raw` (would end escaping), whatever prints markup (`newline_to_br`), decoders of
 * escaped text, and those that walk objects (`json`, `inspect`, `map`, `where`).
 */
export const ALLOWED_FILTERS: ReadonlySet<string> = new Set(
  (
    'abs append at_least at_most capitalize ceil compact date default divided_by downcase first floor join last lstrip minus modulo ' +
    'plus prepend remove remove_first remove_last replace replace_first replace_last reverse round rstrip size slice sort split strip ' +
    'strip_html strip_newlines times truncate truncatewords uniq upcase url_encode'
  ).split(' '),
)

export const engine = createEngine()

function createEngine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    relativeReference: false,
    templates: {},
    // Dates read the same on every machine.
    timezoneOffset: 0,
    locale: 'en-US',
  })
  countOutput(liquid)
  keepOnly(liquid.tags, ALLOWED_TAGS)
  keepOnly(liquid.filters, ALLOWED_FILTERS)
  return liquid
}

/** Counts the output of blocks where it is written, including captured text: the engine itself counts only what filters process. */
function countOutput({ renderer }: Liquid): void {
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) =>
    renderTemplates(templates, context, emitter ?? new CountingEmitter())
}

class CountingEmitter implements Emitter {
  buffer = ''

  write(piece: unknown): void {
    const text = textOf(piece)
    withinBudget(budget => budget.write(text.length))
    this.buffer += text
  }
}

/** The context of one output or block: these fields, and the message's budget. */
export function contextOf(fields: object, budget: RenderBudget): Context {
  // The engine does not export the class of its own limiters.
  const limits = budget as unknown as Pick<Context, 'memoryLimit' | 'renderLimit'>
  const { memoryLimit, renderLimit } = limits
  return new Context(fields, engine.options, { sync: true }, { memoryLimit, renderLimit, liquid: engine })
}

/** Without a prototype `{{ x | constructor }}` finds nothing. */
function keepOnly(registry: Record<string, unknown>, allowed: ReadonlySet<string>): void {
  Object.setPrototypeOf(registry, null)
  for (const name of Object.keys(registry)) {
    if (!allowed.has(name)) delete registry[name]
  }
}
