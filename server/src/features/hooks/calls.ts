/** Handles a stored call of a hook: its reports become events of deliveries, and messages from people are passed to their listeners. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { ProviderNews, ProviderReport } from '../../channels/provider.ts'
import { channelNamed } from '../../channels/registry.ts'
import { withAnswer } from '../../lib/stored-words.ts'
import type { DeliveryEvent } from '../../engine/events/apply-events.ts'
import { AppError } from '../../lib/app-error.ts'
import { readDelivery, type DeliveryRef } from '../../lib/delivery-token.ts'
import { callOutside } from '../../lib/network/outbound.ts'
import { noteState } from '../channel-settings/channel-settings.ts'
import { readVisitor } from '../tracking/tracking.ts'
import { handleInbound } from './inbound.ts'
import { selectNamedMessages, type NamedMessage } from './message-queries.ts'
import { idOf } from './report-id.ts'
import type { StoredCall, Report } from './report-queries.ts'
import { reasonNamed, type Reading, type ReportDeps, type Reporting } from './reporting.ts'

/** Rejects if an external system fails: the call is then processed again. */
export async function readCall(
  deps: ReportDeps,
  reporting: Reporting,
  report: Report,
  call: StoredCall,
): Promise<Reading> {
  if (call.follow !== undefined) await follow(call.follow, reporting)
  const said = parseReport(deps, reporting, report, call)
  if (said === null) return { events: [], outcome: 'unreadable', next: 'never' }
  for (const message of said.inbound) await handleInbound(deps, reporting, report, message)
  const news = said.news ?? []
  for (const each of news) await handleNews(deps, reporting, report, each)
  const { events, isWhole } = await eventsOf(deps, report, said.reports)
  await recordFailure(deps, report, said.reports)
  const outcome = outcomeOf(events, { inbound: said.inbound.length, news: news.length }, call)
  return { events, outcome: isWhole ? outcome : 'unmatched', next: isWhole ? 'done' : 'again' }
}

async function handleNews(deps: ReportDeps, { onNews }: Reporting, report: Report, news: ProviderNews): Promise<void> {
  const { applicationId, channel } = report
  if (channel === null) return
  for (const listen of onNews) await listen(deps, { applicationId, channel, news })
}

/** The provider checked the address when the call arrived. */
async function follow(url: string, { environment }: Reporting): Promise<void> {
  const isOperators = Object.values(environment.urls).some(own => own.startsWith(`${new URL(url).origin}/`))
  const isAllowed = isOperators ? () => true : environment.isAllowedAddress
  const { status } = await callOutside(url, { method: 'GET', isAllowed })
  if (status >= 200 && status <= 299) return
  throw new AppError('unavailable', sentence('hooks.unconfirmed', { status }))
}

function parseReport(deps: ReportDeps, reporting: Reporting, report: Report, { method, query, headers }: StoredCall) {
  const hook = reporting.hookOf(report.channel ?? '', report.provider)
  if (hook === undefined) return null
  try {
    return hook.read({ method, url: '', query, headers, body: report.raw })
  } catch (error) {
    deps.log.warn({ err: error, report: report.reportId }, 'a call of a hook is kept, yet cannot be read')
    return null
  }
}

/** An error caused by the settings is shown with them, as for errors of sending. */
async function recordFailure(deps: ReportDeps, report: Report, said: readonly ProviderReport[]): Promise<void> {
  const channel = channelNamed(report.channel ?? '')
  const failure = said.findLast(({ ofSettings }) => ofSettings === true)
  if (channel === null || failure?.reason === undefined) return
  const words = withAnswer(channel.reasonSentence(failure.reason), failure.answer ?? '')
  await noteState(deps, report.applicationId, channel.name, words, report.provider)
}

/** `isWhole`: false if some of it is about messages that are not known, or not yet. */
async function eventsOf(deps: ReportDeps, report: Report, said: readonly ProviderReport[]) {
  const events: DeliveryEvent[] = []
  const named: (ProviderReport & NamedMessage)[] = []
  for (const each of said) {
    const ref = each.token === undefined ? null : readDelivery(deps.secrets, each.token)
    const { address, providerMessageId } = each
    // A token of another application is none: who holds one hook must not reach the messages of others.
    if (ref !== null && ref.applicationId === report.applicationId) events.push(eventOf(report, each, ref))
    else if (each.token === undefined && address !== undefined && providerMessageId !== undefined) {
      named.push({ ...each, address, providerMessageId })
    }
  }
  const found = await findNamed(deps, report.applicationId, named)
  let isWhole = true
  for (const each of named) {
    const ref = found.get(keyOf(each))
    if (ref === undefined) isWhole = false
    else events.push(eventOf(report, each, ref))
  }
  return { events, isWhole }
}

async function findNamed(
  { database }: ReportDeps,
  applicationId: string,
  named: readonly NamedMessage[],
): Promise<Map<string, DeliveryRef>> {
  if (named.length === 0) return new Map()
  const rows = await selectNamedMessages(database.kysely, applicationId, named)
  return new Map(rows.map(row => [keyOf(row), { applicationId, runId: row.runId, seq: row.seq }]))
}

function keyOf({ providerMessageId, address }: NamedMessage): string {
  return `${providerMessageId} ${address}`
}

function eventOf(report: Report, said: ProviderReport, ref: DeliveryRef): DeliveryEvent {
  const { kind, at, code, answer, agent, button, reason, isPermanent = false } = said
  // As of our own pixel and links: machines count for nothing.
  const { botReason = null, ...visitor } = agent === undefined ? {} : readVisitor('GET', { 'user-agent': agent })
  const words = storable(answer)
  const pressed = storable(button)
  return {
    ...ref,
    kind,
    // A provider's clock may be ahead of ours; the future has not happened yet.
    at: at > report.receivedAt ? report.receivedAt : at,
    source: 'provider',
    bot: botReason !== null,
    eventId: idOf(report.configurationId ?? '', said.key),
    detail: {
      ...visitor,
      ...(botReason !== null && { bot_reason: botReason }),
      ...(code !== undefined && code !== '' && { status: code }),
      ...(words !== '' && { diagnostic: words, answer: words }),
      ...(pressed !== '' && { action: pressed }),
      ...(kind === 'bounced' && reason !== undefined && { reason }),
      ...((kind === 'unsubscribed' || kind === 'resubscribed') && { way: 'reply' }),
    },
    ...(kind === 'bounced' && { isPermanent, reason: reasonNamed(reason) }),
  }
}

/** The beginning of a text, without characters that PostgreSQL cannot store: null characters and lone surrogates. */
function storable(text = ''): string {
  return text.slice(0, 500).replaceAll('\0', '').toWellFormed()
}

function outcomeOf(
  events: readonly DeliveryEvent[],
  { inbound, news }: { inbound: number; news: number },
  { follow: followed }: StoredCall,
): string {
  const kinds: string[] = [...new Set(events.map(event => event.kind))].sort()
  if (inbound > 0) kinds.push('inbound')
  if (news > 0) kinds.push('news')
  if (kinds.length > 0) return kinds.join(', ')
  return followed === undefined ? 'nothing' : 'confirmed'
}
