/**
 * One visit: the visitor's state, which prompt is open, and the effects of clicks. The browser's own permission dialog only opens after a
 * click on a prompt.
 */
import type { PromptType } from '@notifly/contracts/web-push/prompts'
import type { SdkConfig } from '@notifly/contracts/web-push/visitors'
import { askers } from '../prompts/askers.ts'
import type { PromptAction } from '../prompts/node.ts'
import { type Client, Gone, type How, type Identity } from './client.ts'
import { createDisplay, type Display, type Shown } from './display.ts'
import { isDue, mayAsk, recall, remember } from './memory.ts'
import { type PushWay, stateOf, type Subscribed } from './push.ts'

export interface Site {
  subscribe(): Promise<void>
  unsubscribe(): Promise<void>
  identify(identity: Identity): Promise<void>
  readonly state: Shown['state']
}

/** Renews the subscription if necessary, renders the prompts, and opens one if it may ask. */
export async function openSite(
  client: Client,
  way: PushWay,
  config: SdkConfig,
  languages: readonly string[],
): Promise<Site> {
  const visit = new Visit(client, way, config, languages)
  await visit.begin()
  return visit
}

const PROMPTS = { bell: 'subscription_bell', slide: 'slide_prompt', link: 'custom_link' } as const

class Visit implements Site {
  readonly #client: Client
  readonly #way: PushWay
  readonly #config: SdkConfig
  readonly #display: Display
  #subscription: Subscribed | null = null
  #identity: Identity | null = null
  #shown: Shown = { state: 'unsubscribed', asking: null, isBusy: false }

  constructor(client: Client, way: PushWay, config: SdkConfig, languages: readonly string[]) {
    this.#client = client
    this.#way = way
    this.#config = config
    this.#display = createDisplay(config, languages, (action, from) => this.#act(action, from))
  }

  get state(): Shown['state'] {
    return this.#shown.state
  }

  async begin(): Promise<void> {
    try {
      this.#subscription = await this.#way.current()
      this.#subscription = await this.#renewed(this.#subscription)
    } catch (error) {
      warn(error)
    }
    const state = stateOf(this.#way, this.#subscription)
    const [first = null] = askers(this.#config.prompt_preferences)
    const isAsked = state === 'unsubscribed' && mayAsk(recall(this.#appId), Date.now())
    this.#show({ state, asking: isAsked ? first : null })
  }

  /** `prompt`: the one that the visitor accepted; absent if the site asks in its own way. */
  async subscribe(prompt?: PromptType): Promise<void> {
    if (this.#shown.isBusy || this.state === 'subscribed') return
    // Without any await before it, while the browser still counts this as the visitor's click.
    const asked = this.#way.ask()
    this.#show({ isBusy: true })
    try {
      if ((await asked) === 'granted') {
        remember(this.#appId, { hasLeft: false, declined: 0 })
        await this.#report(await this.#way.make(), { prompt })
      } else this.#noteDeclined()
      this.#show({ asking: null })
    } finally {
      this.#show({ state: stateOf(this.#way, this.#subscription), isBusy: false })
    }
  }

  async unsubscribe(): Promise<void> {
    const subscription = this.#subscription
    if (subscription === null || this.#shown.isBusy) return
    this.#show({ isBusy: true })
    try {
      remember(this.#appId, { hasLeft: true, endpoint: null })
      await this.#client.unsubscribe(this.#appId, subscription.endpoint)
      await subscription.unsubscribe()
      this.#subscription = null
      this.#show({ asking: null })
      // Counts as a refusal, so that the next page does not ask a visitor who has just unsubscribed.
      this.#noteDeclined()
    } finally {
      this.#show({ state: stateOf(this.#way, this.#subscription), isBusy: false })
    }
  }

  async identify(identity: Identity): Promise<void> {
    this.#identity = identity
    await this.#reportIdentity()
  }

  /** Reports the visitor's identity once there is a subscription, and only once per subscription and visitor. */
  async #reportIdentity(): Promise<void> {
    if (this.#identity === null || this.#subscription === null) return
    const { externalUserId } = this.#identity
    const { endpoint } = this.#subscription
    const identified = `${externalUserId} ${endpoint}`
    if (recall(this.#appId).identified === identified) return
    await this.#client.identify(this.#appId, endpoint, this.#identity)
    remember(this.#appId, { identified })
  }

  get #appId(): string {
    return this.#config.app_id
  }

  /**
   * The same subscription if it is valid. A new one if the site's key changed, if the push service ended the
   * subscription, or if it was lost and the site's settings restore it.
   */
  async #renewed(subscription: Subscribed | null): Promise<Subscribed | null> {
    const { hasLeft, endpoint, reportedAt } = recall(this.#appId)
    if (this.#way.permission() !== 'granted') return subscription
    if (subscription?.isValid === true) {
      const isDueNow = isDue({ endpoint, reportedAt }, subscription.endpoint, Date.now())
      return isDueNow || this.#config.is_gone ? this.#report(subscription) : subscription
    }
    const isLost = subscription === null && endpoint !== null && !hasLeft && this.#config.auto_re_subscribe
    if (subscription === null && !isLost) return null
    return this.#report(await this.#way.make(), { previous: subscription?.endpoint })
  }

  async #report(subscription: Subscribed, { previous: replaced, prompt }: How = {}): Promise<Subscribed> {
    const { endpoint } = subscription
    const known = replaced ?? recall(this.#appId).endpoint ?? undefined
    const previous = known === endpoint ? undefined : known
    try {
      const { device_id: device } = await subscription.report({ previous, prompt })
      remember(this.#appId, { endpoint, device, reportedAt: Date.now() })
    } catch (error) {
      // Retries once per subscription. A browser that keeps returning the ended one is not asked forever.
      if (!(error instanceof Gone) || endpoint === replaced) throw error
      this.#subscription = null
      await subscription.unsubscribe()
      return this.#report(await this.#way.make(), { previous: endpoint, prompt })
    }
    this.#subscription = subscription
    // A failed identity report is retried on the next page; the subscription itself has been reported.
    await this.#reportIdentity().catch(warn)
    return subscription
  }

  #act(action: PromptAction, from: 'bell' | 'slide' | 'link'): void {
    if (action === 'open') {
      this.#show({ asking: 'bell' })
      this.#display.focus('bell')
    } else if (action === 'subscribe') this.subscribe(PROMPTS[from]).catch(warn)
    else if (action === 'unsubscribe') this.unsubscribe().catch(warn)
    else if (this.#shown.asking === from) this.#decline()
  }

  #decline(): void {
    if (this.state === 'unsubscribed') this.#noteDeclined()
    this.#show({ asking: null })
  }

  #noteDeclined(): void {
    remember(this.#appId, { declined: recall(this.#appId).declined + 1, declinedAt: Date.now() })
  }

  #show(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change }
    this.#display.show(this.#shown)
  }
}

/** For the site's developers, who read the console. */
export function warn(error: unknown): void {
  // oxlint-disable-next-line no-console -- a site has no other place that its makers look at
  console.warn(`Notifly: ${error instanceof Error ? error.message : String(error)}`)
}
