/** Freezes a run's content in a thread of the pool: it is checked and completed once, before it is stored. */
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import { channelNamed } from '../../channels/registry.ts'
import { TemplateInvalid } from '../../lib/liquid/compile.ts'
import type { Problem } from '../../lib/liquid/problem.ts'
import { type FrozenVariants, freezeVariants, type NewTest } from '../ab-tests/ab-variants.ts'

interface Unfrozen {
  channel: string
  content: object
  test: NewTest | null
  messageIdDomain: string
  tags: LinkTags | null
}

/** Returns the problems of a content that checkTemplate would refuse; as an error they would lose their class between threads. */
export function freezeRun({
  channel: name,
  content,
  test,
  messageIdDomain,
  tags,
}: Unfrozen): FrozenVariants | Problem[] {
  const channel = channelNamed(name)
  if (channel === null) throw new Error(`there is no channel ${name}`)
  try {
    if (test !== null) return freezeVariants(channel, test, { messageIdDomain, tags })
    const frozen = channel.freeze(content, { messageIdDomain, firstLinkNo: 0, tags })
    return { content: frozen.content as object, links: frozen.links, variants: [] }
  } catch (error) {
    if (error instanceof TemplateInvalid) return [...error.problems]
    throw error
  }
}
