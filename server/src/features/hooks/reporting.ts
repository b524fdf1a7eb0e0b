/** Types and times that all provider reports share. */
import type { InboundMessage, ProviderEnvironment, ProviderHook, ProviderNews } from '../../channels/provider.ts'
import type { Database } from '../../db/database.ts'
import type { DeliveryEvent } from '../../engine/events/apply-events.ts'
import { providerReasonNumber, reasonOf, type DeliveryReason } from '../../engine/reasons.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Secrets } from '../../lib/secrets.ts'

export interface ReportDeps {
  database: Database
  secrets: Secrets
  clock: Clock
  log: Log
}

/** What the processing of reports needs from the channels. */
export interface Reporting {
  /** Undefined for a provider that is called by no hook. */
  hookOf(channel: string, provider: string): ProviderHook<unknown> | undefined
  hookedProviders: readonly string[]
  /** Told of everything that people write to us. */
  onInbound: readonly InboundListener[]
  /** Told of what becomes of things that providers keep for us. */
  onNews: readonly NewsListener[]
  environment: ProviderEnvironment
}

/** A message that a person sent to a number of the application. */
export interface Inbound {
  applicationId: string
  configurationId: string
  channel: string
  /** Those who have this number. */
  contactIds: readonly string[]
  message: InboundMessage
}

/** Lets a channel handle a received message. May be called more than once for the same message. */
export type InboundListener = (deps: ReportDeps, inbound: Inbound) => Promise<void>

/** The feature that stores a copy of the object recognises it by the topic. May be called more than once for the same. */
export type NewsListener = (
  deps: ReportDeps,
  told: { applicationId: string; channel: string; news: ProviderNews },
) => Promise<void>

/** The content of a report. `again`: a part of it refers to something that is not known yet. `never`: it can never be parsed. */
export interface Reading {
  events: readonly DeliveryEvent[]
  outcome: string
  next: 'done' | 'again' | 'never'
  /** Why it could not be read, where that is not likely to pass. */
  error?: string
}

/** The time of the first retry, in case the process ended before it processed the report. */
export function firstTryAt(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + 10_000)
}

const REPORTS_COME_DAYS = 7

/** Settings that ended after this moment may still receive reports. */
export function reportsSince(now: Date): Date {
  return new Date(now.getTime() - REPORTS_COME_DAYS * 86_400_000)
}

/** A reason of the channel in the form in which the engine stores it. */
export function reasonNamed(name: string | undefined): DeliveryReason {
  const known = name === undefined ? null : reasonOf(providerReasonNumber(name))
  return known !== null && known.name === name ? known.name : 'reported_bounce'
}
