/**
 * Choices of recipients on their page, or with the button of their mail program. Unsubscribing from everything takes precedence over
 * topics: the contact gets nothing, and their choice of topics is kept for when they return.
 */
import { applyEvents, applyPastChoices, type DeliveryEvent } from '../../engine/events/apply-events.ts'
import type { Deps } from '../../http/deps.ts'
import { readDelivery, type DeliveryRef } from '../../lib/delivery-token.ts'
import { selectSubscription, selectTopicChoices, type SubscriptionRow, type TopicChoice } from './queries.ts'

export interface Subscription extends SubscriptionRow {
  ref: DeliveryRef
  topics: TopicChoice[]
}

/** The subscription of a link; null if the link is not ours, "gone" for a contact who has been erased. */
export async function readSubscription(deps: Deps, token: string): Promise<Subscription | 'gone' | null> {
  const ref = readDelivery(deps.secrets, token)
  if (ref === null) return null
  const db = deps.database.kysely
  const [row, topics] = await Promise.all([selectSubscription(db, ref), selectTopicChoices(db, ref)])
  // Of an erased person messages keep no address.
  return row === undefined || row.address === '' ? 'gone' : { ...row, ref, topics }
}

/**
 * The button of a mail program (RFC 8058): unsubscribes from the list of the message. That is its topic; without one, or if it is deleted,
 * all mail. Returns the topic's name, null for all mail. Repeating it changes nothing.
 */
export async function leaveByOneClick(deps: Deps, subscription: Subscription): Promise<string | null> {
  const topic = subscription.topics.find(each => each.topic_id === subscription.topic_id)
  if (topic === undefined) {
    await unsubscribe(deps, subscription, 'one_click')
    return null
  }
  if (!topic.has_left)
    await apply(deps, subscription, [topicEvent(deps, subscription, 'unsubscribed', [topic], 'one_click')])
  return topic.name
}

/** No further campaign reaches this recipient on the message's channel. Repeating it changes nothing. */
export async function unsubscribe(deps: Deps, subscription: Subscription, way: 'one_click' | 'page'): Promise<void> {
  if (subscription.has_left) return
  await apply(deps, subscription, [event(deps, subscription, 'unsubscribed', { way })])
}

/** Called before a recipient subscribes again: unsubscribing is unlimited, but each return is stored as long as the contact. */
export type AdmitReturn = (ref: DeliveryRef) => Promise<void>

export async function resubscribe(deps: Deps, subscription: Subscription, admit: AdmitReturn): Promise<void> {
  if (!subscription.has_left) return
  await admit(subscription.ref)
  await apply(deps, subscription, [event(deps, subscription, 'resubscribed', { way: 'page' })])
}

/**
 * Stores the choice about the topics that the page showed. Others stay unchanged: a topic that was added since was not offered. Ignored for
 * a recipient who has unsubscribed from everything.
 */
export async function chooseTopics(
  deps: Deps,
  subscription: Subscription,
  form: Record<string, unknown>,
  admit: AdmitReturn,
): Promise<void> {
  if (subscription.has_left) return
  const shown = new Set(typeof form['shown'] === 'string' ? form['shown'].split(',') : [])
  const changed = subscription.topics.filter(topic => {
    const isWanted = form[`topic_${topic.topic_id}`] !== undefined
    return shown.has(topic.topic_id) && isWanted === topic.has_left
  })
  const left = changed.filter(topic => !topic.has_left)
  const joined = changed.filter(topic => topic.has_left)
  if (left.length > 0) await apply(deps, subscription, [topicEvent(deps, subscription, 'unsubscribed', left, 'page')])
  if (joined.length === 0) return
  await admit(subscription.ref)
  await apply(deps, subscription, [topicEvent(deps, subscription, 'resubscribed', joined, 'page')])
}

/** Adds an event to the delivery; if that is no longer kept, only applies its consequences. */
async function apply({ database }: Deps, { is_past: isPast }: Subscription, events: DeliveryEvent[]): Promise<void> {
  if (isPast) await applyPastChoices(database, events)
  else await applyEvents(database, events)
}

type Kind = 'unsubscribed' | 'resubscribed'

/** The engine uses `topics`; the trail shows `topic`. */
function topicEvent(
  deps: Deps,
  subscription: Subscription,
  kind: Kind,
  topics: TopicChoice[],
  way: string,
): DeliveryEvent {
  const detail = { way, topics: topics.map(each => each.topic_id), topic: topics.map(each => each.name).join(', ') }
  return event(deps, subscription, kind, detail)
}

function event({ clock }: Deps, { ref }: Subscription, kind: Kind, detail: Record<string, unknown>): DeliveryEvent {
  return { ...ref, kind, at: clock.now(), source: 'recipient', bot: false, detail }
}
