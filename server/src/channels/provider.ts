/**
 * What a provider of any channel promises the engine: how a message ends (outcomes are data, never exceptions) and how one
 * batch is handed over. Nothing here knows a channel; e-mail, SMS and push implement the same three interfaces.
 */

/** The provider took the message. `providerMessageId` is its own name for it, where its answer carries one. */
export interface Sent {
  kind: 'sent'
  providerMessageId?: string
  answer: string
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
 * tells a server that may come back from settings that somebody has to mend. The message was not sent.
 */
export interface Rejected {
  kind: 'rejected'
  reason: string
  code: string
  answer: string
  wholeConfiguration: boolean
  temporary: boolean
}

/** The connection ended between our last byte and the answer: sent or not, nobody here can know. */
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
  message: string
}

/** What the button "test connection" shows: the steps in order, up to the first that failed. */
export interface ConfigurationTest {
  ok: boolean
  steps: TestStep[]
}

/** What the composition root lends to providers. */
export interface ProviderEnvironment {
  /** Whether an address that a tenant's host name resolved to may be dialled. */
  isAllowedAddress: (address: string) => boolean
  /** How this installation introduces itself, for example in EHLO. */
  hostname: string
}

/** One provider of one channel; `registry.ts` lists them. */
export interface Provider<Configuration, Message> {
  name: string
  /** `maxConnections`: how many there may ever be, by default what the configuration allows; `resize` says how many now. */
  openSender(configuration: Configuration, environment: ProviderEnvironment, maxConnections?: number): Sender<Message>
  test(configuration: Configuration, environment: ProviderEnvironment): Promise<ConfigurationTest>
}
