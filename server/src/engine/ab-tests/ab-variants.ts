/** The contents of an A/B test, frozen with its run. */
import type { AbMetric, AbPart } from '@notifly/contracts/campaigns/ab-tests'
import type { TrackedLink } from '../../lib/email-html/links.ts'
import type { FreezeRun } from '../../channels/channel.ts'
import type { AnyChannel } from '../../channels/registry.ts'

/** Two or more variants; the contract explains the parts. */
export interface NewTest {
  part: AbPart
  metric: AbMetric
  /** Percent of the recipients. */
  share: number
  afterHours: number
  variants: readonly [TestedContent, ...TestedContent[]]
}

export interface TestedContent {
  /** In the form of the run's channel. */
  content: object
  /** Name of the template that it was made from. */
  templateName: string | null
}

export interface FrozenVariant {
  /** Starts at 1. */
  no: number
  templateName: string | null
  /** Replaces the run's own content. */
  content: object
}

export interface FrozenVariants {
  /** Content of the first variant, which is the run's own. */
  content: object
  /** Links of all variants; the number of a clicked link tells the variant. */
  links: TrackedLink[]
  variants: FrozenVariant[]
}

/** Completes and checks every variant. Throws TemplateInvalid. */
export function freezeVariants(
  channel: AnyChannel,
  { part, variants }: NewTest,
  run: Pick<FreezeRun, 'messageIdDomain' | 'tags'>,
): FrozenVariants {
  const first = channel.freeze(variants[0].content, { ...run, firstLinkNo: 0 })
  const links = [...first.links]
  const frozen = variants.map(({ content, templateName }, index): FrozenVariant => {
    const no = index + 1
    if (index === 0)
      return { no, templateName: part === 'subject' ? null : templateName, content: subjectOr({}, first) }
    // Variants with the same body share its links.
    const firstLinkNo = part === 'subject' ? 0 : links.length
    const own = channel.freeze(content, { ...run, firstLinkNo })
    if (part === 'subject') return { no, templateName: null, content: subjectOr({}, own) }
    links.push(...own.links)
    return { no, templateName, content: own.content as object }
  })
  return { content: first.content as object, links, variants: frozen }

  function subjectOr(otherwise: object, { content }: { content: unknown }): object {
    return part === 'subject' ? { subject: (content as { subject: string }).subject } : otherwise
  }
}
