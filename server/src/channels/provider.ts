/**
 * What a provider of any channel promises the engine: how a message ends (outcomes are data, never exceptions), how a batch is handed over,
 * and what later reports mean. Nothing here is about a particular channel; see `channel.ts` for what channels add.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FieldFailure } from '@notifly/contracts/errors'
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { ProviderHost } from '../lib/network/provider-hosts.ts'

/** The provider took the message. `providerMessageId` is the provider's own id for it, if its answer has one. */
export interface Sent {
  kind: 'sent'
  providerMessageId?: string
  answer: string
  /** The number of billed units, if not always one: the text messages that a long one was split into. */
  units?: number
}

/** Refused for this recipient, permanently. `suppress`: the address itself is dead and must be suppressed. */
export interface Bounced {
  kind: 'bounced'
  reason: string
  code: string
  answer: string
  suppress: boolean
}

/** Refused for now: worth another attempt, but not before `retryAfterMs` if the provider names a time. */
export interface Deferred {
  kind: 'deferred'
  reason: string
  code: string
  answer: string
  retryAfterMs?: number
}

/**
 * Not the recipient's fault: sign-in, encryption, an unreachable server, a sender that is not allowed. The message was not sent.
 * `wholeConfiguration`: every further message would end the same way, so the batch stops and its lane waits; `temporary` distinguishes a
 * server that may recover from settings that a person has to fix; `retryAfterMs`: not before that. `wholeRun`: what the run says is refused
 * for all recipients, so the run is paused with what has not been sent.
 */
export interface Rejected {
  kind: 'rejected'
  reason: string
  code: string
  answer: string
  wholeConfiguration: boolean
  wholeRun?: true
  /** Only for this recipient, who told the provider to stop: nothing more is sent there until they return. */
  hasLeft?: true
  temporary: boolean
  retryAfterMs?: number
}

/** The connection ended between our last byte and the answer: whether the message was sent is unknown. */
export interface Unknown {
  kind: 'unknown'
  reason: string
  answer: string
}

/** The permit expired after the intent was recorded, but before the message was complete: it was certainly not sent. */
export interface Withheld {
  kind: 'withheld'
}

export type Outcome = Sent | Bounced | Deferred | Rejected | Unknown | Withheld

/** A message with its outcome. */
export interface Settled<M> {
  message: M
  outcome: Outcome
  /** For an HTTP provider, if a request was sent: request and answer. */
  exchange?: Exchange
}

/** One call to a provider. */
export interface Exchange {
  request: { origin: string; path: string; method: string; body?: string | Buffer }
  /** Null if none came. */
  answer: { status: number; body: string } | null
}

/** How a message looks in the log. */
export interface LoggedMessage {
  method: string
  endpoint: string
  payload: string
}

/** The engine's side of a batch. All calls are synchronous, because the next bytes are sent as soon as they return. */
export interface HandOverHooks<M> {
  /**
   * Called at every turn of a connection, with what it settled since its last turn and the message that it would start now. One journal
   * record can hold both. Returns false if `next` must not start; the batch then stops, and pending answers are awaited. Without `next` the
   * return value is ignored. No byte of `next` may be sent before `commit`.
   */
  turn(settled: readonly Settled<M>[], next: M | undefined): boolean
  /** Makes the turns so far outlive this process. One call may serve the turns of many connections. */
  commit(): void
  /** Checks the permit again, before the closing bytes of a message too large for one write. */
  mayStillSend(message: M): boolean
  /** Stores what the provider revealed about itself with its settings, until a person changes those. */
  remember?(settings: Readonly<Record<string, string>>): void
}

/** Promised messages are awaited concurrently, and may overtake each other. */
export type MessageSource<M> = Iterable<M | Promise<M>> | AsyncIterable<M>

/** How a batch ended. Messages without an outcome were never started. */
export type HandOverEnd = { end: 'done' } | { end: 'stopped' } | { end: 'rejected'; rejection: Rejected }

/** The open connections to one configuration's provider, shared by all batches that this process sends through it. */
export interface Sender<Base> {
  /**
   * Hands over one batch; resolves when every message that was started has its outcome. Rejects only with errors of the source or a hook,
   * after which nothing more is started.
   */
  handOver<M extends Base>(messages: MessageSource<M>, hooks: HandOverHooks<M>): Promise<HandOverEnd>
  /**
   * Changes the maximum of connections. Resolves when no more than that many are open, which takes as long as the messages in flight;
   * batches in progress go on.
   */
  resize(maxConnections: number): Promise<void>
  /** Closes idle connections cleanly and refuses further batches, after those in progress. */
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
  /** What the provider revealed about itself: stored if these are the saved settings. */
  learnt?: Readonly<Record<string, string>>
}

/** What the composition root provides to providers. */
export interface ProviderEnvironment {
  /** Whether it is allowed to connect to an address that a tenant's host name resolved to. */
  isAllowedAddress: (address: string) => boolean
  /** How this installation introduces itself, for example in EHLO. */
  hostname: string
  /** Public base URL of this installation, without a trailing slash. */
  publicUrl: string
  /** Base URLs without a trailing slash, set by the operator and so trusted. `{region}` is replaced with an AWS region. */
  urls: Readonly<Record<ProviderHost, string>>
  /** Origins of push services beside the known ones; messages are sent to no others. */
  pushOrigins: readonly string[]
}

/** One call of a provider's hook, as received. */
export interface HookCall {
  method: 'GET' | 'POST'
  /** The full URL that the provider was given, with its query: some providers sign it. */
  url: string
  query: Readonly<Record<string, string>>
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Whether a call comes from the provider. Refused: answered with 403, logged and dropped. Accepted: stored as received, answered with
 * `answer`, then read. `remember`: settings learnt from the call, such as the topic of reports. `follow`: an address to call once, which
 * confirms a subscription.
 */
export type HookVerdict =
  | { accepted: false; reason: string }
  | { accepted: true; answer?: string; remember?: Readonly<Record<string, string>>; follow?: string }

/** A provider's later report of one message, or of one recipient. */
export interface ProviderReport {
  /** The same if the report comes again; unique among reports of this configuration. */
  key: string
  /** The signed token of the delivery, if the provider echoes it. */
  token?: string
  /** The provider's id of the message and its recipient, for providers that echo nothing else: together they identify the delivery. */
  providerMessageId?: string
  address?: string
  kind: 'sent' | 'delivered' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'unsubscribed' | 'resubscribed'
  at: Date
  /** For a bounce: one of the channel's reasons, and whether the address is dead. */
  reason?: string
  isPermanent?: boolean
  /** For a bounce: the settings are to blame, not the recipient. */
  ofSettings?: true
  code?: string
  /** The provider's own text, for the trail. */
  answer?: string
  /** For a click: the label of the button that was pressed. */
  button?: string
  /** For an open or a click: the user agent. */
  agent?: string
}

/** What a recipient wrote to us: a reply, STOP, START. */
export interface InboundMessage {
  key: string
  /** The sender: an address of the channel. */
  from: string
  text: string
  at: Date
  /** The text is the label of a button that was pressed, which the sender of the message wrote. */
  isButton?: true
}

/**
 * News about something that the provider keeps, rather than about a message: a template was approved, say. Passed, by its topic, to the
 * feature that keeps a copy.
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
  /** Reads an accepted call. Throws if it is unreadable; it is then kept and shown as such. */
  read(call: HookCall): {
    reports: readonly ProviderReport[]
    inbound: readonly InboundMessage[]
    news?: readonly ProviderNews[]
  }
}

/** One provider of one channel, which lists it. */
export interface Provider<Configuration, Message> {
  name: string
  /** Messages in flight at once if the settings do not say; 20 by default. */
  connections?: number
  /** Finds faults in settings that only the provider's own code can see, each at its field: an invalid key, say. */
  faults?(configuration: Configuration): FieldFailure[]
  /** `maxConnections`: the most there may ever be, by default what the configuration allows; `resize` sets the current limit. */
  openSender(configuration: Configuration, environment: ProviderEnvironment, maxConnections?: number): Sender<Message>
  /** Tests the settings without sending a message to anyone but their own sender, if the provider allows that. */
  test(configuration: Configuration, environment: ProviderEnvironment): Promise<ConfigurationTest>
  /** Whether the provider reports each message that was delivered, with these settings. Until it has, none counts as delivered. */
  reportsDelivery(configuration: Configuration): boolean
  /** Absent if reports come another way, or not at all. */
  hook?: ProviderHook<Configuration>
  /** Formats a message for the log, null for a connection without one; absent if its call says enough. */
  logged?(message: Message | null, configuration: Configuration): LoggedMessage
}
