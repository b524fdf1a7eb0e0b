/**
 * The one Liquid engine of the product, locked down: templates are typed by tenants and rendered beside other tenants' mail. Nothing is
 * read from disk, only the fields' own properties are seen, work and memory are limited, and only the tags and filters below exist.
 */
import { Context, type Emitter, Liquid, type Template } from 'liquidjs'
import { type RenderBudget, withinBudget } from './budget.ts'
import { textOf } from './text-of.ts'

export interface TemplateLimits {
  /** Characters of the whole. */
  length: number
  /** Outputs and tags. */
  constructs: number
  constructLength: number
  /** Of all of them together. */
  constructsLength: number
  /** Blocks inside of blocks. */
  depth: number
  htmlTags: number
  links: number
}

/**
 * What an author's template may consist of. Large newsletters have a tenth of it; beyond, its checks would keep other tenants
 * waiting, since some of them look at every pair.
 */
export const AUTHOR_LIMITS: TemplateLimits = {
  // The most that the API takes as a part of a message.
  length: 2_000_000,
  constructs: 2000,
  constructLength: 2000,
  constructsLength: 200_000,
  depth: 50,
  htmlTags: 20_000,
  links: 2000,
}

/** The same with what we add: a field for each link, the ways out, the pixel. */
export const COMPLETED_LIMITS: TemplateLimits = {
  ...AUTHOR_LIMITS,
  length: 2_200_000,
  constructs: 4100,
  constructsLength: 300_000,
  htmlTags: 20_100,
  links: 2100,
}

/** Tags with a body, and the word that closes each. */
export const BLOCK_TAGS: ReadonlyMap<string, string> = new Map([
  ['if', 'endif'],
  ['unless', 'endunless'],
  ['case', 'endcase'],
  ['for', 'endfor'],
  ['capture', 'endcapture'],
  ['comment', 'endcomment'],
])

/** Words inside a block that open its next branch. */
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

/** What blocks write counts where it is written, captured text included: the engine itself counts only what filters work on. */
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

/** What one output or block is rendered with: these fields, and the message's budget. */
export function contextOf(fields: object, budget: RenderBudget): Context {
  // The engine's own limiters are of a class that it does not export.
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
