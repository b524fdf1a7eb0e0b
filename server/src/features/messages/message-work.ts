/** Work on contents of messages that runs in a thread of the pool, because their authors decide how long it takes. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { SENDER_FIELDS } from '@notifly/contracts/templates/sender-fields'
import { type AnyChannel, channelNamed } from '../../channels/registry.ts'
import { sentenceOf } from '../../lib/app-error.ts'
import type { TrackedLink } from '../../lib/email-html/links.ts'
import { compileTemplate, TemplateInvalid } from '../../lib/liquid/compile.ts'
import { requiredFields } from '../../lib/liquid/required-fields.ts'

export interface RawContent {
  channel: string
  /** The content in the form that the channel takes. */
  content: object
  /** The channel's settings, without its secrets. */
  settings: unknown
  messageIdDomain: string
  isTransactional: boolean
}

export interface FrozenContent {
  frozen: object
  links: TrackedLink[]
  /** Fields that it cannot do without. */
  required: string[]
}

/** The frozen content, or its faults at the channel's own fields; null when no time was left for it. */
export type Frozen = FrozenContent | FieldFailure[] | null

/** Results in the order of the contents. Begins no further content once `budgetMs` of processor time are used; `tookMs`: time used. */
export function freezeContents({ contents, budgetMs }: { contents: readonly RawContent[]; budgetMs: number }): {
  frozen: Frozen[]
  tookMs: number
} {
  const before = process.threadCpuUsage()
  const spentMs = (): number => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const frozen = contents.map(content => (spentMs() < budgetMs ? freezeOne(content) : null))
  return { frozen, tookMs: spentMs() }
}

function freezeOne({ channel: name, content, settings, messageIdDomain, isTransactional }: RawContent) {
  const channel = channelNamed(name)
  if (channel === null) throw new Error(`there is no channel ${name}`)
  const faults = [...brokenSources(channel, content), ...channel.faults(content, settings)]
  if (faults.length > 0) return faults
  const { content: frozen, links } = channel.freeze(content, { messageIdDomain, firstLinkNo: 0, isTransactional })
  const required = new Set(channel.sources(content).flatMap(({ source }) => requiredFields(source)))
  return { frozen: frozen as object, links, required: [...required].filter(isOfContacts) }
}

function brokenSources(channel: AnyChannel, content: object): FieldFailure[] {
  return channel.sources(content).flatMap(({ field, source, kind }): FieldFailure[] => {
    try {
      compileTemplate(source, kind)
      return []
    } catch (error) {
      if (!(error instanceof TemplateInvalid)) throw error
      return error.problems.slice(0, 1).map(problem => {
        const { line, column, tag } = problem
        return { field, ...sentenceOf(problem), line, column, ...(tag !== undefined && { tag }) }
      })
    }
  })
}

function isOfContacts(field: string): boolean {
  return !field.startsWith('notifly_') && !SENDER_FIELDS.some(name => name === field)
}
