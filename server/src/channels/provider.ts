/**
 * What a provider of any channel promises the engine: how a message ends (outcomes are data, never exceptions), how one batch
 * is handed over, and what its later reports mean. Nothing here knows a channel; `channel.ts` says what a channel adds.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FieldFailure } from '@notifly/contracts/errors'
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { ProviderHost } from '../lib/network/provider-hosts.ts'

/** The provider took the message. `providerMessageId` is its own name for it, where its answer carries one. */
export interface Sent {
  kind: 'sent'
  providerMessageId?: string
  answer: string
  /** What it is billed as, where that is not always one: the text messages that a long one was cut into. */
  units?: number
}

/** Refused for this recipient, for good. `suppress`: the address itself is dead, so nothing should be sent to it again. */
export interface Bounced {
  kind: 'bounced'
  reason: string
  code: string
  answer: string
  suppress: boolean
}

/** Refused for now: worth another attempt later, no sooner than `retryAfterMs` where the provider says so. */
export interface Deferred {
  kind: 'deferred'
  reason: string
  code: string
  answer: string
  retryAfterMs?: number
}

/**
 * Not the recipient's fault: sign-in, encryption, an unreachable server, a sender that is not allowed. With
 * `wholeConfiguration` every further message would end the same way, so the batch stops and its lane must wait; `temporary`
 * tells a server that may come back from settings that a person has to correct; `retryAfterMs`: not before that. With `wholeRun` what
 * the run says is refused, for all its recipients: the run is paused with what has not left. The message was not sent.
 */
export interface Rejected {
  kind: 'rejected'
  reason: string
  code: string
  answer: string
  wholeConfiguration: boolean
  wholeRun?: true
  /** Of this recipient alone, who has told the provider to stop: nothing more is sent there until they come back. */
  hasLeft?: true
  temporary: boolean
  retryAfterMs?: number
}

/** The connection ended between our last byte and the answer: whether it was sent is unknown. */
export interface Unknown {
  kind: 'unknown'
  reason: string
  answer: string
}

/** The permit ended after the intent was recorded, yet before the message was complete: certainly not sent. */
export interface Withheld {
  kind: 'withheld'
}

export type Outcome = Sent | Bounced | Deferred | Rejected | Unknown | Withheld

/** A message together with how it ended. */
export interface Settled<M> {
  message: M
  outcome: Outcome
  /** Of a provider spoken to by HTTP, where something left: what was asked and answered. */
  exchange?: Exchange
}

/** One call of a provider. */
export interface Exchange {
  request: { origin: string; path: string; method: string; body?: string | Buffer }
  /** Null where none came. */
  answer: { status: number; body: string } | null
}

/** What a message looks like to those who read the log. */
export interface LoggedMessage {
  method: string
  endpoint: string
  payload: string
}

/** The engine's side of a batch. All calls are synchronous, because the next bytes leave as soon as they return. */
export interface HandOverHooks<M> {
  /**
   * Called at every turn of a connection: what it settled since its last turn, and the message it would start now. One
   * journal record can hold both. False means that `next` must not start; the batch then stops, and answers still due are
   * awaited. With `next` undefined the return value is not looked at. No byte of `next` leaves before `commit`.
   */
  turn(settled: readonly Settled<M>[], next: M | undefined): boolean
  /** When it returns, what the turns so far have said outlives this process. One call may serve the turns of many connections. */
  commit(): void
  /** A last look at the permit, before the closing bytes of a message too large to leave in one write. */
  mayStillSend(message: M): boolean
  /** What the provider has shown of itself: added to its settings, until a person changes those. */
  remember?(settings: Readonly<Record<string, string>>): void
}

/** Promised messages are awaited side by side, and may overtake each other. */
export type MessageSource<M> = Iterable<M | Promise<M>> | AsyncIterable<M>

/** How a batch ended. Messages without an outcome were never begun. */
export type HandOverEnd = { end: 'done' } | { end: 'stopped' } | { end: 'rejected'; rejection: Rejected }

/** The open connections to one configuration's provider, shared by all batches that this process sends through it. */
export interface Sender<Base> {
  /**
   * Hands over one batch and resolves when every message that was begun has its outcome. Rejects only with what the source
   * or a hook threw; nothing is started after that.
   */
  handOver<M extends Base>(messages: MessageSource<M>, hooks: HandOverHooks<M>): Promise<HandOverEnd>
  /**
   * Changes how many connections there may be. Resolves when no more than that many are open, which takes as long as the messages
   * in flight do; batches in progress go on.
   */
  resize(maxConnections: number): Promise<void>
  /** Ends idle connections politely and refuses further batches. Batches in progress come first. */
  close(): Promise<void>
}

export interface TestStep {
  name: string
  ok: boolean
  words: Words
}

/** What the button "test connection" shows: the steps in order, up to the first that failed. */
export interface ConfigurationTest {
  ok: boolean
  steps: TestStep[]
  /** What the provider has shown of itself: kept with its settings, where these are the saved ones. */
  learnt?: Readonly<Record<string, string>>
}

/** What the composition root lends to providers. */
export interface ProviderEnvironment {
  /** Whether an address that a tenant's host name resolved to may be dialled. */
  isAllowedAddress: (address: string) => boolean
  /** How this installation introduces itself, for example in EHLO. */
  hostname: string
  /** Where this installation is reached from outside, without a slash at the end. */
  publicUrl: string
  /** Base addresses without a slash at the end, from the operator and so trusted. `{region}` is replaced by a region of AWS. */
  urls: Readonly<Record<ProviderHost, string>>
  /** Origins of push services beside the known ones; messages go nowhere else. */
  pushOrigins: readonly string[]
}

/** One call of a provider's hook, as it came. */
export interface HookCall {
  method: 'GET' | 'POST'
  /** The whole address as the provider was given it, with its query: some sign it. */
  url: string
  query: Readonly<Record<string, string>>
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Whether a call is the provider's own. Refused: answered 403, logged and forgotten. Accepted: stored as it came, answered with
 * `answer`, then read. `remember`: settings learnt from the call, such as the topic that reports come from. `follow`: an address
 * to be called once, which confirms a subscription.
 */
export type HookVerdict =
  | { accepted: false; reason: string }
  | { accepted: true; answer?: string; remember?: Readonly<Record<string, string>>; follow?: string }

/** What a provider says later of one message, or of one recipient. */
export interface ProviderReport {
  /** The same for a report that comes again; different for every other one of this configuration. */
  key: string
  /** The signed name of the delivery, where the provider echoes it. */
  token?: string
  /** The provider's own name for the message and whom it went to, where that is all it says: together they find it. */
  providerMessageId?: string
  address?: string
  kind: 'sent' | 'delivered' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'unsubscribed' | 'resubscribed'
  at: Date
  /** Of a bounce: one of the channel's reasons, and whether the address is dead. */
  reason?: string
  isPermanent?: boolean
  /** Of a bounce: the settings are to blame, not the recipient. */
  ofSettings?: true
  code?: string
  /** The provider's own words, for the trail. */
  answer?: string
  /** Of a click: what stood on the button that was pressed. */
  button?: string
  /** Of an open or a click: the user agent that made it. */
  agent?: string
}

/** What a recipient wrote to us: a reply, STOP, START. */
export interface InboundMessage {
  key: string
  /** Who wrote: an address of the channel. */
  from: string
  text: string
  at: Date
  /** Of a button that was pressed: its label, which the sender of the message wrote. */
  isButton?: true
}

/**
 * What a provider says of something that it keeps rather than of a message: a template was approved, say. Passed to the feature that
 * keeps a copy of that, by its topic.
 */
export interface ProviderNews {
  key: string
  topic: string
  at: Date
  value: unknown
}

/** How reports reach us by HTTP. */
export interface ProviderHook<Configuration> {
  check(call: HookCall, configuration: Configuration, environment: ProviderEnvironment): Promise<HookVerdict>
  /** Reads a call that was accepted. Throws for what cannot be read; it is kept and shown as unreadable. */
  read(call: HookCall): {
    reports: readonly ProviderReport[]
    inbound: readonly InboundMessage[]
    news?: readonly ProviderNews[]
  }
}

/** One provider of one channel; its channel lists it. */
export interface Provider<Configuration, Message> {
  name: string
  /** Messages under way at once where the settings do not say; 20 when absent. */
  connections?: number
  /** What only the provider's own code can see wrong in settings, each at its field: a key that is no key. */
  faults?(configuration: Configuration): FieldFailure[]
  /** `maxConnections`: how many there may ever be, by default what the configuration allows; `resize` says how many now. */
  openSender(configuration: Configuration, environment: ProviderEnvironment, maxConnections?: number): Sender<Message>
  /** Tries the settings without a message to anyone but their own sender, where the provider allows that. */
  test(configuration: Configuration, environment: ProviderEnvironment): Promise<ConfigurationTest>
  /** Whether it says of each message that arrived that it did, with these settings. Until it has said so, none has. */
  reportsDelivery(configuration: Configuration): boolean
  /** Absent where reports come another way, or not at all. */
  hook?: ProviderHook<Configuration>
  /** How a message is written down in the log, null for a connection without one; absent where its call says that. */
  logged?(message: Message | null, configuration: Configuration): LoggedMessage
}
