/**
 * What the core asks of a channel. E-mail, SMS, WhatsApp, web push and mobile push fill this one interface and `registry.ts`
 * lists them; outside of a channel's folder no code knows how its messages look, or the names of its providers.
 */
import type { Channel as ChannelName } from '@notifly/contracts/applications/applications'
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import type { FieldFailure } from '@notifly/contracts/errors'
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { TrackedLink } from '../lib/email-html/links.ts'
import type { TemplateKind } from '../lib/liquid/places.ts'
import type { Fields } from '../lib/liquid/slots.ts'
import type { Provider } from './provider.ts'

/** Where a channel's addresses come from: a contact's email or phone number, or its devices, of which it may have several. */
export type AddressKind = 'email' | 'phone' | 'device'

/** A browser or an app that takes push messages. */
export interface Device {
  platform: 'web' | 'safari' | 'ios' | 'android'
  /** The endpoint of a web push subscription (RFC 8030), else the push service's token. */
  endpoint: string
  /** Of a web push subscription (RFC 8291), base64url. */
  keys: { p256dh: string; auth: string } | null
  /** When it last said that it is there, where that is known. */
  seenAt?: Date
}

/** What a mail's header says beside what all mails of its run say. */
export interface MailParts {
  /** Who it is meant for: those who get a copy read the same. */
  to: string
  cc: readonly string[]
  replyTo: string | undefined
  headers: Readonly<Record<string, string>>
}

/** What one recipient adds to a run's message. */
export interface MessageRecipient {
  /** As it is written to: an e-mail address, an E.164 number; of a device its id. */
  address: string
  device: Device | null
  fields: Fields
  /** The signed name of the delivery, 70 letters of base64url: goes into whatever the provider echoes. */
  token: string
  /** The same for every attempt: the idempotency key where a provider takes one. */
  messageId: string
  /** Of a mail that says more in its header. */
  mail?: MailParts | undefined
  date: Date
  /** The page on which the recipient leaves. */
  unsubscribeUrl: string
  /** The short address of a link, where the channel has such. */
  shortLink?: ((linkNo: number) => string) | undefined
}

/** Writes one message. Throws RenderError, or an error with the `part` that is to blame, for this recipient alone. */
export type WriteMessage<Message> = (recipient: MessageRecipient) => Message

/** What a run lends to the writing of its messages. */
export interface RunSurroundings {
  /** Without a slash at the end. */
  publicUrl: string
  bounceDomain: string | null
  /** Where a link leads in messages of no run; those of runs lead through our own addresses, which count clicks. */
  linkTo?: (linkNo: number) => string
  attachments: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** What a run says to the freezing of its contents. */
export interface FreezeRun {
  /** Transactional: it goes to people who unsubscribed too, and has no link to unsubscribe. */
  isTransactional?: boolean
  messageIdDomain: string
  /** Contents of one run share the numbers of links. */
  firstLinkNo: number
  /** Added to links that do not lead through us; the others get them as they are followed. */
  tags?: LinkTags | null
}

/** One Liquid source of a content, at its field of the campaign. */
export interface Source {
  field: string
  source: string
  kind: TemplateKind
}

/** What receivers see of a message before they open it, and where it leads; null for what it does not have. */
export interface Outline {
  sender: string | null
  /** Of a mail: where an answer goes. */
  replyTo: string | null
  /** Where its first link is: kind `url` is the address itself. */
  linkIn: Pick<Source, 'source' | 'kind'> | null
}

/**
 * Content: what a campaign says, under its names on the wire. Frozen: the same as kept with a run, links numbered, everything in
 * place that no recipient changes; plain JSON.
 */
export interface Channel<Content, Frozen, Configuration, Message> {
  name: ChannelName
  addressedBy: AddressKind
  /** Its links leave as short addresses. */
  hasShortLinks?: true
  providers: Readonly<Record<string, Provider<Configuration, Message>>>
  /** What is checked while one writes, and what the message asks of a contact. */
  sources(content: Content): Source[]
  /**
   * What else keeps a content from being sent, each at its field: what is missing, too long, or against the channel's rules. Some
   * rules hold for some settings only; without a configuration they are left out.
   */
  faults(content: Content, configuration?: Configuration): FieldFailure[]
  /** For those who look a content over before it leaves. `configuration`: as kept, without what is secret; absent where there is none. */
  outline(content: Content, configuration?: Partial<Configuration>): Outline
  /** Throws TemplateInvalid. */
  freeze(content: Content, run: FreezeRun): { content: Frozen; links: TrackedLink[] }
  /** The contact's own fields that a frozen content reads. */
  fieldsOf(content: Frozen): string[]
  /** Once for a run and a configuration. Throws TemplateInvalid, or what `isContentFault` knows, for what makes every message impossible. */
  compile(content: Frozen, configuration: Configuration, run: RunSurroundings): WriteMessage<Message>
  /** Whether the content, and not our code, is to blame for what `compile` threw. */
  isContentFault?(error: unknown): boolean
  /** What the reason of an outcome means, in one sentence. A word that is no reason of the channel comes back as it is. */
  reasonSentence(reason: string): Words
}

/** Our own addresses in messages, which differ between recipients in the signed name of the delivery alone. */

/** The field that holds it, for sources in which the rest of an address is written out. */
export const TOKEN_FIELD = 'notifly_token'

/** The page on which a recipient leaves, or chooses what to get. */
export function unsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/u/${token}`
}

/** The page that shows a mail to its recipient. */
export function browserAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/v/${token}`
}

const LETTERS = 32

/**
 * By what a device knows that a message takes the place of an earlier attempt: at most 32 letters of base64url (RFC 8030 section 5.4;
 * `apns-collapse-id` takes 64 bytes). Differs from delivery to delivery, and is the same for every attempt.
 */
export function topicOf({ token, messageId }: MessageRecipient): string {
  // A message of no run names no delivery.
  return token === '' ? messageId.replaceAll('-', '') : token.slice(-LETTERS)
}
