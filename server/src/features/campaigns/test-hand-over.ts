/** Hands messages of no campaign to a channel's provider and waits for its answers. */
import type { Device } from '../../channels/channel.ts'
import type { Outcome, Rejected, Sender } from '../../channels/provider.ts'
import type { AnyChannel } from '../../channels/registry.ts'
import type { Deps } from '../../http/deps.ts'
import type { TrackedLink } from '../../lib/email-html/links.ts'
import { render, compileTemplate } from '../../lib/liquid/compile.ts'
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import { isWebAddress } from '../../lib/text-links.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { noteState, providerEnvironment } from '../channel-settings/channel-settings.ts'
import { retire } from '../devices/devices.ts'
import { shortenTestLinks } from '../tracking/tracking.ts'

export interface TestReceiver {
  /** What the answer calls it. */
  name: string
  address: string
  device: Device | null
  /** What that is, in words. */
  deviceName?: string
}

/** A provider of the channel, with settings of its kind. */
export interface Chosen {
  provider: string
  settings: unknown
}

interface TestMessages {
  channel: AnyChannel
  chosen: Chosen
  content: object
  fields: Fields
  receivers: readonly TestReceiver[]
}

export interface TestResult {
  receiver: string
  ok: boolean
  message: string
  device?: string
}

/**
 * One result for each receiver, in words. What it says of the settings as a whole is noted where they are shown; a device that is gone
 * is retired.
 */
export async function handOverTest(deps: Deps, applicationId: string, test: TestMessages): Promise<TestResult[]> {
  const { channel, chosen, receivers } = test
  const provider = channel.providers[chosen.provider]
  if (provider === undefined) throw new Error(`there is no provider ${chosen.provider} of ${channel.name}`)
  const messages = await write(deps, applicationId, test)
  if (messages instanceof RenderError) {
    return receivers.map(receiver => ({ ...named(receiver), ok: false, message: messages.message }))
  }
  const sender = provider.openSender(chosen.settings, providerEnvironment(deps.config), 1)
  const { outcomes, rejection } = await handOver(sender, messages)
  const works = [...outcomes.values()].some(({ kind }) => kind === 'sent')
  const isOfSettings = rejection !== undefined && rejection.wholeConfiguration && !rejection.temporary
  const fault = isOfSettings ? words(channel, rejection) : undefined
  const state = works ? null : fault
  if (state !== undefined) await noteState(deps, applicationId, channel.name, state)
  await retireGone(
    deps,
    { applicationId, channel: channel.name },
    receivers.filter((_, index) => isGone(outcomes.get(messages[index]))),
  )
  return receivers.map((receiver, index) => ({
    ...named(receiver),
    ...resultOf(channel, outcomes.get(messages[index]) ?? rejection),
  }))
}

const isGone = (outcome: Outcome | undefined): boolean => outcome?.kind === 'bounced' && outcome.suppress

async function retireGone(
  { database, clock }: Deps,
  { applicationId, channel }: { applicationId: string; channel: AnyChannel['name'] },
  receivers: readonly TestReceiver[],
): Promise<void> {
  if (channel !== 'webpush' && channel !== 'mobilepush') return
  for (const { device } of receivers) {
    if (device !== null) await retire(database.kysely, { applicationId, channel }, device.endpoint, 'gone', clock.now())
  }
}

function named({ name, deviceName }: TestReceiver): Pick<TestResult, 'receiver' | 'device'> {
  return { receiver: name, ...(deviceName !== undefined && { device: deviceName }) }
}

/** One message for each receiver, or why there can be none. */
async function write(deps: Deps, applicationId: string, test: TestMessages) {
  const { channel, chosen, content, fields, receivers } = test
  const { publicUrl } = deps.config
  const { content: frozen, links } = channel.freeze(content, { messageIdDomain: 'localhost', firstLinkNo: 0 })
  try {
    // Clicks are nobody's: each leads to its own address, straight where a campaign's does not look otherwise.
    const addresses = new Map(links.flatMap(link => addressOf(link, fields)))
    const linkTo =
      channel.hasShortLinks && addresses.size > 0
        ? await shortenTestLinks(deps, applicationId, addresses)
        : (linkNo: number): string => addresses.get(linkNo) ?? publicUrl
    const run = { publicUrl, bounceDomain: null, attachments: [], linkTo }
    const writeOne = channel.compile(frozen, chosen.settings, run)
    return receivers.map(({ address, device }) =>
      writeOne({
        address,
        device,
        fields,
        // Names no delivery: reports about it are nobody's.
        token: '',
        messageId: uuidv7(),
        date: deps.clock.now(),
        unsubscribeUrl: `${publicUrl}/u/sample`,
      }),
    )
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

/** None where a field brings no address. */
function addressOf({ index, url, isField }: TrackedLink, fields: Fields): [number, string][] {
  if (!isField) return [[index, render(compileTemplate(url, 'url'), fields)]]
  const brought = render(compileTemplate(url, 'text'), fields).trim()
  return isWebAddress(brought) ? [[index, brought]] : []
}

interface HandedOver {
  outcomes: Map<unknown, Outcome>
  rejection: Rejected | undefined
}

async function handOver(sender: Sender<unknown>, messages: readonly unknown[]): Promise<HandedOver> {
  const outcomes = new Map<unknown, Outcome>()
  try {
    const end = await sender.handOver(messages, {
      turn: (settled, next) => {
        for (const { message, outcome } of settled) outcomes.set(message, outcome)
        return next !== undefined
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    return { outcomes, rejection: end.end === 'rejected' ? end.rejection : undefined }
  } finally {
    await sender.close()
  }
}

function resultOf(channel: AnyChannel, outcome: Outcome | undefined): Pick<TestResult, 'ok' | 'message'> {
  if (outcome === undefined || outcome.kind === 'withheld') return { ok: false, message: 'The message was not sent.' }
  if (outcome.kind !== 'sent') return { ok: false, message: words(channel, outcome) }
  return { ok: true, message: `The provider took the message. (${outcome.answer})` }
}

function words(channel: AnyChannel, { reason, answer }: { reason: string; answer: string }): string {
  const sentence = channel.reasonSentence(reason)
  return answer === '' ? sentence : `${sentence} (${answer})`
}
