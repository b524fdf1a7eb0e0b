/** The contents of an A/B test, frozen with its run. */
import type { AbMetric, AbPart } from '@notifly/contracts/ab-tests'
import type { TrackedLink } from '../../lib/email-html/links.ts'
import { compileTemplate } from '../../lib/liquid/compile.ts'
import { freezeContent, type FrozenContent, type RunContent } from '../runs/run-content.ts'

/** Two or more variants; see the contract for what the parts mean. */
export interface NewTest {
  part: AbPart
  metric: AbMetric
  /** Percent of the recipients. */
  share: number
  afterHours: number
  variants: readonly [TestedContent, ...TestedContent[]]
}

export interface TestedContent {
  content: RunContent
  /** Where it came from. */
  templateName: string | null
}

export interface FrozenVariant {
  /** From 1. */
  no: number
  templateName: string | null
  /** What stands in place of the run's own content. */
  content: Partial<FrozenContent>
}

export interface FrozenVariants {
  /** That of the first: what the run's own content is. */
  content: FrozenContent
  /** Of all variants; a click tells by its number which one it came from. */
  links: TrackedLink[]
  variants: FrozenVariant[]
}

/** Completes and checks every variant. Throws TemplateInvalid. */
export function freezeVariants({ part, variants }: NewTest, messageIdDomain: string): FrozenVariants {
  const first = freezeContent(variants[0].content, messageIdDomain)
  const links = [...first.links]
  const frozen = variants.map(({ content, templateName }, index): FrozenVariant => {
    const no = index + 1
    // The body is one and the same: so are its links.
    if (part === 'subject') {
      compileTemplate(content.subject, 'subject')
      return { no, templateName: null, content: { subject: content.subject } }
    }
    if (index === 0) return { no, templateName, content: {} }
    const own = freezeContent(content, messageIdDomain, links.length)
    links.push(...own.links)
    return { no, templateName, content: own.content }
  })
  return { content: first.content, links, variants: frozen }
}
