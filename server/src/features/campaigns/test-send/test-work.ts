/** What is done with the message of a test in a thread of the pool. */
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import type { Device } from '../../../channels/channel.ts'
import { channelNamed } from '../../../channels/registry.ts'
import type { TrackedLink } from '../../../lib/email-html/links.ts'
import { withinBudget } from '../../../lib/liquid/budget.ts'
import { compileTemplate, render } from '../../../lib/liquid/compile.ts'
import type { Fields } from '../../../lib/liquid/slots.ts'
import { RenderError } from '../../../lib/liquid/render-error.ts'
import { isWebAddress } from '../../../lib/links/text-links.ts'

/** Why there can be no message for these fields. */
interface Unwritten {
  fault: Sentence
}

interface FrozenTest {
  frozen: object
  /** Where its links lead, by their numbers. */
  addresses: [no: number, address: string][]
}

interface TestContent {
  channel: string
  content: object
  fields: Fields
}

/** Clicks of a test belong to no delivery: each link leads to its own address. */
export function freezeTest({ channel, content, fields }: TestContent): FrozenTest | Unwritten {
  const { content: frozen, links } = channelOf(channel).freeze(content, {
    messageIdDomain: 'localhost',
    firstLinkNo: 0,
  })
  return written(() => ({ frozen: frozen as object, addresses: links.flatMap(link => addressOf(link, fields)) }))
}

interface TestParts {
  channel: string
  frozen: object
  settings: unknown
  publicUrl: string
  /** Where links lead in the message, by their numbers; all others lead to us. */
  addresses: readonly (readonly [no: number, address: string])[]
  fields: Fields
  receivers: readonly { address: string; device: Device | null; messageId: string }[]
  date: Date
}

/** One message for each receiver, plain data of the channel. */
export function writeTest(parts: TestParts): { messages: unknown[] } | Unwritten {
  const { channel, frozen, settings, publicUrl, fields, receivers, date } = parts
  const addresses = new Map(parts.addresses)
  const linkTo = (no: number): string => addresses.get(no) ?? publicUrl
  return written(() => {
    const write = channelOf(channel).compile(frozen, settings, {
      publicUrl,
      bounceDomain: null,
      attachments: [],
      linkTo,
    })
    const unsubscribeUrl = `${publicUrl}/u/sample`
    // It names no delivery: reports about it belong to none.
    const common = { fields, token: '', date, unsubscribeUrl }
    return { messages: receivers.map(receiver => write({ ...receiver, ...common })) }
  })
}

function channelOf(name: string) {
  const channel = channelNamed(name)
  if (channel === null) throw new Error(`there is no channel ${name}`)
  return channel
}

function written<T>(write: () => T): T | Unwritten {
  try {
    return withinBudget(write)
  } catch (error) {
    if (error instanceof RenderError) return { fault: error.sentence }
    throw error
  }
}

/** None where a field brings no address. */
function addressOf({ index, url, isField }: TrackedLink, fields: Fields): [number, string][] {
  if (!isField) return [[index, render(compileTemplate(url, 'url'), fields)]]
  const brought = render(compileTemplate(url, 'text'), fields).trim()
  return isWebAddress(brought) ? [[index, brought]] : []
}
