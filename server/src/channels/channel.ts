/**
 * The interface that every channel implements: email, SMS, WhatsApp, web push and mobile push, listed in `registry.ts`. Only a channel's
 * own folder knows what its messages look like and what its providers are called.
 */
import type { Channel as ChannelName } from '@notifly/contracts/applications/applications'
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import type { FieldFailure } from '@notifly/contracts/errors'
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { TrackedLink } from '../lib/email-html/links.ts'
import type { TemplateKind } from '../lib/liquid/places.ts'
import type { Fields } from '../lib/liquid/slots.ts'
import type { Provider } from './provider.ts'

/** Where a channel's addresses come from: a contact's email address or phone number, or its devices, of which it may have several. */
export type AddressKind = 'email' | 'phone' | 'device'

/** A browser or an app that takes push messages. */
export interface Device {
  platform: 'web' | 'safari' | 'ios' | 'android'
  /** The endpoint of a web push subscription (RFC 8030), else the push service's token. */
  endpoint: string
  /** Of a web push subscription (RFC 8291), base64url. */
  keys: { p256dh: string; auth: string } | null
  /** When it last reported itself, if known. */
  seenAt?: Date
}

/** What the header of an email has beyond that of all emails of its run. */
export interface MailParts {
  /** The recipient; those who get a copy read the same header. */
  to: string
  cc: readonly string[]
  replyTo: string | undefined
  headers: Readonly<Record<string, string>>
}

/** The recipient's part of a run's message. */
export interface MessageRecipient {
  /** The address to write to: an email address, an E.164 number; for a device its id. */
  address: string
  device: Device | null
  fields: Fields
  /** The signed token of the delivery, 70 characters of base64url, included in whatever the provider echoes. */
  token: string
  /** The same for every attempt: the idempotency key, if a provider takes one. */
  messageId: string
  /** For an email with header fields of its own. */
  mail?: MailParts | undefined
  date: Date
  /** The recipient's unsubscribe page. */
  unsubscribeUrl: string
  /** Returns the short address of a link, if the channel has short links. */
  shortLink?: ((linkNo: number) => string) | undefined
}

/** Writes one message. Throws RenderError, or an error with the `part` to blame, which concerns this recipient alone. */
export type WriteMessage<Message> = (recipient: MessageRecipient) => Message

/** What writing a run's messages needs beside their content. */
export interface RunContext {
  /** Without a trailing slash. */
  publicUrl: string
  bounceDomain: string | null
  /** Where a link leads in messages without a run; those of runs lead to our own addresses, which count clicks. */
  linkTo?: (linkNo: number) => string
  attachments: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** What freezing contents needs to know of their run. */
export interface FreezeRun {
  /** Transactional: it also goes to people who unsubscribed, and has no unsubscribe link. */
  isTransactional?: boolean
  messageIdDomain: string
  /** Contents of one run share the numbering of links. */
  firstLinkNo: number
  /** Added to links that do not go through our addresses; the others get them when they are followed. */
  tags?: LinkTags | null
}

/** One Liquid source of a content, with its field in the campaign. */
export interface Source {
  field: string
  source: string
  kind: TemplateKind
}

/** What recipients see of a message before they open it, and where it leads. Parts that it lacks are null. */
export interface Outline {
  sender: string | null
  /** For an email: where replies go. */
  replyTo: string | null
  /** The template with its first link; kind `url`: it is the address itself. */
  linkIn: Pick<Source, 'source' | 'kind'> | null
}

/**
 * Content: what a campaign says, under its names on the wire. Frozen: the same as stored with a run, with numbered links and everything in
 * place that is the same for all recipients; plain JSON.
 */
export interface Channel<Content, Frozen, Configuration, Message> {
  name: ChannelName
  addressedBy: AddressKind
  /** Its links are sent as short addresses. */
  hasShortLinks?: true
  providers: Readonly<Record<string, Provider<Configuration, Message>>>
  /** The sources that are checked while an author writes, and that read fields of a contact. */
  sources(content: Content): Source[]
  /**
   * Whatever else keeps a content from being sent, each at its field: what is missing, too long, or against the channel's rules. Rules that
   * depend on the settings are skipped without a configuration.
   */
  faults(content: Content, configuration?: Configuration): FieldFailure[]
  /** For people who check a content before it is sent. `configuration`: as stored, without secrets; absent if there is none. */
  outline(content: Content, configuration?: Partial<Configuration>): Outline
  /** Throws TemplateInvalid. */
  freeze(content: Content, run: FreezeRun): { content: Frozen; links: TrackedLink[] }
  /** The contact fields that a frozen content reads. */
  fieldsOf(content: Frozen): string[]
  /**
   * Called once per run and configuration. Throws TemplateInvalid, or an error that `isContentFault` recognizes, if no message can be
   * written.
   */
  compile(content: Frozen, configuration: Configuration, run: RunContext): WriteMessage<Message>
  /** Whether the content, and not our code, is to blame for what `compile` threw. */
  isContentFault?(error: unknown): boolean
  /** Explains the reason of an outcome in one sentence. An unknown reason is returned unchanged. */
  reasonSentence(reason: string): Words
}

/** Our own addresses in messages. Between recipients, they differ only in the token of the delivery. */

/** The field with the token, for sources in which the rest of an address is written out. */
export const TOKEN_FIELD = 'notifly_token'

/** The page on which a recipient unsubscribes or chooses topics. */
export function unsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/u/${token}`
}

/** The page that shows an email to its recipient. */
export function browserAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/v/${token}`
}

const LETTERS = 32

/**
 * Returns the name by which a device recognizes that a message replaces an earlier attempt: at most 32 characters of base64url (RFC 8030
 * section 5.4; `apns-collapse-id` takes 64 bytes). Unique per delivery, and the same for every attempt.
 */
export function topicOf({ token, messageId }: MessageRecipient): string {
  // A message without a run has no token.
  return token === '' ? messageId.replaceAll('-', '') : token.slice(-LETTERS)
}
