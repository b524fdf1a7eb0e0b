/** Sends test messages as the engine does, and reports what became of each. */
import { inWords } from '@notifly/contracts/sentences/english'
import { type TranslatableText, type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { Device } from '../../../channels/channel.ts'
import type { AnyChannel } from '../../../channels/registry.ts'
import type { Fate } from '../../../engine/streams/fates.ts'
import { sendTests } from '../../../engine/streams/test-sends.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Fields } from '../../../lib/liquid/slots.ts'
import { withAnswer } from '../../../lib/stored-words.ts'
import { shortWork } from '../../../lib/work-pool/pools.ts'
import { workOf } from '../../../lib/work-pool/work.ts'
import { noteTests } from '../../channel-settings/channel-settings.ts'
import { shortenTestLinks } from '../../tracking/tracking.ts'
import type * as tasks from './test-work.ts'

export interface TestReceiver {
  /** The receiver's name in the answer. */
  name: Words
  /** Null for a browser without a contact. */
  address: string | null
  device: Device | null
  /** A label for the receiver. */
  deviceName?: string
}

interface TestMessages {
  channel: AnyChannel
  content: object
  fields: Fields
  receivers: readonly TestReceiver[]
}

export interface TestResult extends TranslatableText {
  receiver: string
  receiver_sentence?: Sentence
  ok: boolean
  device?: string
}

/** One result for each receiver, in words. A fault of the channel's settings is also recorded there. */
export async function handOverTest(deps: Deps, applicationId: string, test: TestMessages): Promise<TestResult[]> {
  const { channel, fields, receivers } = test
  const frozen = await freeze(deps, applicationId, test)
  if ('fault' in frozen) {
    return receivers.map(receiver => ({ ...named(receiver), ok: false, ...inWords(frozen.fault) }))
  }
  const sends = receivers.map(({ address, device }) => ({
    address,
    data: { ...frozen, merge: fields, ...(device !== null && { device }) },
  }))
  const fates = await sendTests(deps, applicationId, channel.name, sends)
  await noteTests(deps, applicationId, channel.name, fates)
  return receivers.map((receiver, index) => ({ ...named(receiver), ...resultOf(fates[index]) }))
}

function named({ name, deviceName }: TestReceiver): Pick<TestResult, 'receiver' | 'receiver_sentence' | 'device'> {
  return {
    receiver: inWords(name).message,
    ...(typeof name === 'object' && { receiver_sentence: name }),
    ...(deviceName !== undefined && { device: deviceName }),
  }
}

const FREEZE_TEST = workOf<typeof tasks>(new URL('./test-work.ts', import.meta.url))('freezeTest', {
  timeMs: 1000,
  outputMax: 20_000_000,
  refusal: () => new AppError('invalidInput', sentence('templates.versions.slowToFill')),
})

interface Frozen {
  content: object
  straight: [no: number, address: string][]
}

/** What all receivers have in common, or why there can be no message. */
async function freeze(
  deps: Deps,
  applicationId: string,
  { channel, content, fields }: TestMessages,
): Promise<Frozen | { fault: Sentence }> {
  const frozen = await shortWork.run(FREEZE_TEST, applicationId, { channel: channel.name, content, fields })
  if ('fault' in frozen) return frozen
  const { addresses } = frozen
  // Links look as in a campaign: short on channels that shorten them; on others they lead straight to their targets.
  if (channel.hasShortLinks !== true || addresses.length === 0) return { content: frozen.frozen, straight: addresses }
  const shortOf = await shortenTestLinks(deps, applicationId, new Map(addresses))
  return { content: frozen.frozen, straight: addresses.map(([no]) => [no, shortOf(no)]) }
}

function resultOf(fate: Fate | undefined): TranslatableText & Pick<TestResult, 'ok'> {
  if (fate?.end !== 'sent') return { ok: false, ...inWords(fate?.why ?? sentence('sms.not_sent')) }
  return { ok: true, ...inWords(withAnswer(sentence('sms.provider_took'), fate.answer)) }
}
