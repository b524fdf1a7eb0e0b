/** Writes test messages in a thread of the pool. */
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import { channelNamed } from '../../../channels/registry.ts'
import type { TrackedLink } from '../../../lib/email-html/links.ts'
import { withinBudget } from '../../../lib/liquid/budget.ts'
import { compileTemplate, render } from '../../../lib/liquid/compile.ts'
import type { Fields } from '../../../lib/liquid/slots.ts'
import { RenderError } from '../../../lib/liquid/render-error.ts'
import { isWebAddress } from '../../../lib/links/text-links.ts'

/** Why there can be no message for these fields. */
interface TestProblem {
  fault: Sentence
}

interface FrozenTest {
  frozen: object
  /** The targets of its links, by number. */
  addresses: [no: number, address: string][]
}

interface TestContent {
  channel: string
  content: object
  fields: Fields
}

/** Clicks in a test belong to no delivery, so each link leads to its own address. */
export function freezeTest({ channel, content, fields }: TestContent): FrozenTest | TestProblem {
  const { content: frozen, links } = channelOf(channel).freeze(content, {
    messageIdDomain: 'localhost',
    firstLinkNo: 0,
  })
  return written(() => ({ frozen: frozen as object, addresses: links.flatMap(link => addressOf(link, fields)) }))
}

function channelOf(name: string) {
  const channel = channelNamed(name)
  if (channel === null) throw new Error(`there is no channel ${name}`)
  return channel
}

function written<T>(write: () => T): T | TestProblem {
  try {
    return withinBudget(write)
  } catch (error) {
    if (error instanceof RenderError) return { fault: error.sentence }
    throw error
  }
}

/** None if a field provides no address. */
function addressOf({ index, url, isField }: TrackedLink, fields: Fields): [number, string][] {
  if (!isField) return [[index, render(compileTemplate(url, 'url'), fields)]]
  const brought = render(compileTemplate(url, 'text'), fields).trim()
  return isWebAddress(brought) ? [[index, brought]] : []
}
