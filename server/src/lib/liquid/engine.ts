/**
 * The one Liquid engine of the product, locked down: templates are typed by tenants and rendered beside other tenants' mail. Nothing is
 * read from disk, only the fields' own properties are seen, work and memory are limited, and only the tags and filters below exist.
 */
import { Liquid } from 'liquidjs'

/** Longest template, in characters. Larger than any body the API accepts as a message part. */
export const MAX_TEMPLATE_LENGTH = 2_000_000

export interface TemplateLimits {
  /** Outputs and tags. */
  constructs: number
  constructLength: number
  htmlTags: number
  links: number
}

/**
 * What an author's template may consist of. Large newsletters have a tenth of it; beyond, its checks would keep other tenants
 * waiting, since some of them look at every pair.
 */
export const AUTHOR_LIMITS: TemplateLimits = { constructs: 2000, constructLength: 2000, htmlTags: 20_000, links: 2000 }

/** The same with what we add: a field for each link, the ways out, the pixel. */
export const COMPLETED_LIMITS: TemplateLimits = { ...AUTHOR_LIMITS, constructs: 4100, htmlTags: 20_100, links: 2100 }

/** Longest rendered part, in characters: loops may multiply a template. */
export const MAX_OUTPUT_LENGTH = 5_000_000

/** Tags with a body, and the word that closes each. */
export const BLOCK_TAGS: ReadonlyMap<string, string> = new Map([
  ['if', 'endif'],
  ['unless', 'endunless'],
  ['case', 'endcase'],
  ['for', 'endfor'],
  ['capture', 'endcapture'],
  ['comment', 'endcomment'],
])

/** Words that stand inside a block and open its next branch. */
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

const RENDER_LIMIT_MS = 1000
const MEMORY_LIMIT = 5_000_000

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
    parseLimit: MAX_TEMPLATE_LENGTH,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
  })
  keepOnly(liquid.tags, ALLOWED_TAGS)
  keepOnly(liquid.filters, ALLOWED_FILTERS)
  return liquid
}

/** Without a prototype `{{ x | constructor }}` finds nothing. */
function keepOnly(registry: Record<string, unknown>, allowed: ReadonlySet<string>): void {
  Object.setPrototypeOf(registry, null)
  for (const name of Object.keys(registry)) {
    if (!allowed.has(name)) delete registry[name]
  }
}
