import { setTimeout as wait } from 'node:timers/promises'
import { chanceOf } from '../../faults/chance.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import type { FailTemporarily } from '../../faults/temporary-failure.ts'
import type { MessageStore } from '../../messages/message-store.ts'
import type { Phones } from './phone.ts'
import { readShown } from './shown.ts'

// What the emulated push services share: dials, and devices that behave as their token says.

export interface MobilePush {
  store: MessageStore
  panel: FaultPanel
  phones: Phones
  failTemporarily: FailTemporarily
}

export type Fate = 'taken' | 'gone' | 'throttled' | 'failing'

/**
 * Waits for the set latency, then decides whether the device exists and whether this attempt succeeds.
 * `retryAfterSeconds`: the wait to announce if it is throttled.
 */
export async function fateOf(
  { panel, failTemporarily }: MobilePush,
  to: string,
  retryAfterSeconds?: number,
): Promise<Fate> {
  const dials = panel.dials('mobilepush')
  if (dials.latency_ms > 0) await wait(dials.latency_ms)
  const temporaryFailure = failTemporarily(to, () => retryAfterSeconds)
  if (temporaryFailure !== undefined) return temporaryFailure.isThrottled ? 'throttled' : 'failing'
  const isGone = chanceOf(dials.seed, 'hard_bounce_rate', to) < dials.hard_bounce_rate
  const about = { channel: 'mobilepush', to }
  panel.decisions.add(isGone ? { ...about, outcome: 'refused' } : { ...about, outcome: 'taken', end: 'delivered' })
  return isGone ? 'gone' : 'taken'
}

export interface TakenMessage {
  service: 'fcm' | 'apns'
  deviceToken: string
  /** The project or the bundle id. */
  app: string
  title: string
  token: string
  url: string
  raw: Buffer
}

/** Stores a message and shows it on its phone. */
export async function take({ store, phones }: MobilePush, message: TakenMessage): Promise<void> {
  const { service, deviceToken, app, title, token, url, raw } = message
  const envelope = { channel: 'mobilepush', provider: service, sender: app, from: app }
  const shown = readShown(raw)
  const text = shown ? [shown.title, shown.body, ...shown.buttons.map(button => button.title)].join('\n') : ''
  await store.add({ ...envelope, recipients: [deviceToken], subject: title, raw, text }, Date.now())
  phones.show({ deviceToken, token, url })
}
