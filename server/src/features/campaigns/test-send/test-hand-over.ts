/** Hands messages of no campaign to a channel's provider and waits for its answers. */
import { inWords } from '@notifly/contracts/sentences/english'
import { type Said, type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { Device } from '../../../channels/channel.ts'
import type { Outcome, Rejected, Sender, Settled } from '../../../channels/provider.ts'
import type { AnyChannel } from '../../../channels/registry.ts'
import { logMessages } from '../../../engine/log/single-messages.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Fields } from '../../../lib/liquid/slots.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { shortWork } from '../../../lib/work-pool/pools.ts'
import { workOf } from '../../../lib/work-pool/work.ts'
import { noteState, providerEnvironment } from '../../channel-settings/channel-settings.ts'
import { retire } from '../../../people/devices/devices.ts'
import { shortenTestLinks } from '../../tracking/tracking.ts'
import type * as tasks from './test-work.ts'

export interface TestReceiver {
  /** What the answer calls it. */
  name: Words
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

export interface TestResult extends Said {
  receiver: string
  receiver_sentence?: Sentence
  ok: boolean
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
  if ('fault' in messages) {
    return receivers.map(receiver => ({ ...named(receiver), ok: false, ...inWords(messages.fault) }))
  }
  const sender = provider.openSender(chosen.settings, providerEnvironment(deps.config), 1)
  const { outcomes, rejection, settled } = await handOver(sender, messages)
  const addresses = new Map(messages.map((message, index) => [message, receivers[index]?.address ?? '']))
  logMessages(deps, 'test', {
    applicationId,
    channel: channel.name,
    provider: chosen.provider,
    settings: chosen.settings,
    settled,
    receiverOf: message => addresses.get(message) ?? '',
  })
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

function named({ name, deviceName }: TestReceiver): Pick<TestResult, 'receiver' | 'receiver_sentence' | 'device'> {
  return {
    receiver: inWords(name).message,
    ...(typeof name === 'object' && { receiver_sentence: name }),
    ...(deviceName !== undefined && { device: deviceName }),
  }
}

const OF_TESTS = workOf<typeof tasks>(new URL('./test-work.ts', import.meta.url))
const LIMITS = {
  timeMs: 1000,
  outputMax: 20_000_000,
  refusal: () => new AppError('invalidInput', sentence('templates.versions.slowToFill')),
}
const FREEZE_TEST = OF_TESTS('freezeTest', LIMITS)
const WRITE_TEST = OF_TESTS('writeTest', LIMITS)

/** One message for each receiver, or why there can be none. */
async function write(deps: Deps, applicationId: string, test: TestMessages): Promise<unknown[] | { fault: Sentence }> {
  const { channel, chosen, content, fields } = test
  const { publicUrl } = deps.config
  const named = { channel: channel.name, fields }
  const frozen = await shortWork.run(FREEZE_TEST, applicationId, { ...named, content })
  if ('fault' in frozen) return frozen
  const addresses = new Map(frozen.addresses)
  // Links look as those of a campaign: short where its are, straight where they do not look otherwise.
  const isShort = channel.hasShortLinks === true && addresses.size > 0
  const shortOf = isShort ? await shortenTestLinks(deps, applicationId, addresses) : null
  const written = await shortWork.run(WRITE_TEST, applicationId, {
    ...named,
    frozen: frozen.frozen,
    settings: chosen.settings,
    publicUrl,
    addresses: shortOf === null ? frozen.addresses : [...addresses.keys()].map(no => [no, shortOf(no)] as const),
    receivers: test.receivers.map(({ address, device }) => ({ address, device, messageId: uuidv7() })),
    date: deps.clock.now(),
  })
  return 'fault' in written ? written : written.messages.map(withBuffers)
}

/** Buffers arrive from a thread as plain bytes. */
function withBuffers(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message
  const entries = Object.entries(message).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
  ])
  return Object.fromEntries(entries)
}

interface HandedOver {
  settled: Settled<unknown>[]
  outcomes: Map<unknown, Outcome>
  rejection: Rejected | undefined
}

async function handOver(sender: Sender<unknown>, messages: readonly unknown[]): Promise<HandedOver> {
  const outcomes = new Map<unknown, Outcome>()
  const all: Settled<unknown>[] = []
  try {
    const end = await sender.handOver(messages, {
      turn: (settled, next) => {
        for (const { message, outcome } of settled) outcomes.set(message, outcome)
        all.push(...settled)
        return next !== undefined
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    return { outcomes, settled: all, rejection: end.end === 'rejected' ? end.rejection : undefined }
  } finally {
    await sender.close()
  }
}

function resultOf(channel: AnyChannel, outcome: Outcome | undefined): Said & Pick<TestResult, 'ok'> {
  if (outcome === undefined || outcome.kind === 'withheld') return { ok: false, ...inWords(sentence('sms.not_sent')) }
  if (outcome.kind !== 'sent') return { ok: false, ...inWords(words(channel, outcome)) }
  return { ok: true, ...inWords(withAnswer(sentence('sms.provider_took'), outcome.answer)) }
}

function words(channel: AnyChannel, { reason, answer }: { reason: string; answer: string }): Words {
  const said = channel.reasonSentence(reason)
  return answer === '' ? said : withAnswer(said, answer)
}

function withAnswer(reason: Words, answer: string): Sentence {
  return sentence('reasons.withAnswer', { reason, answer })
}
