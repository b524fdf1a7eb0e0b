/** Sentences of the trail. The dashboard may also describe an event by its kind and values. */
import type { TRAIL_KINDS, TrailEvent } from '@notifly/contracts/runs/deliveries'
import { type Sentence, sentence, type SentenceValue } from '@notifly/contracts/sentences/sentence'
import { isUnreachable } from '../../channels/network-reasons.ts'
import { providerReasonNumber, reasonOf } from '../../engine/reasons.ts'

export type TrailValues = Record<string, string | number>
type Kind = (typeof TRAIL_KINDS)[number]

interface TrailFacts {
  kind: Kind
  source: TrailEvent['source']
  values: TrailValues
  bot: boolean
}

/** The sentence of one event. */
export function trailSentence({ kind, source, values, bot }: TrailFacts): Sentence {
  const isShown = source === 'recipient' && kind === 'delivered'
  const said = isShown ? sentence('deliveries.trail.shown') : sentenceOf(kind, values)
  return bot ? sentence('deliveries.trail.byMachine', { said }) : said
}

function sentenceOf(kind: Kind, values: TrailValues): Sentence {
  const reason = reasonIn(values)
  const attempt = values['attempt'] ?? 1
  switch (kind) {
    case 'picked':
      return sentence('deliveries.trail.picked', { count: values['matched'] ?? 0 })
    case 'waiting':
      return values['attempt'] === undefined
        ? sentence('deliveries.trail.waiting')
        : sentence('deliveries.trail.waitsForAttempt', { attempt })
    case 'sent':
      return sentence('deliveries.trail.sent', { attempt })
    case 'deferred': {
      const isUnreached = typeof values['reason'] === 'string' && isUnreachable(values['reason'])
      return because(
        sentence(isUnreached ? 'deliveries.trail.unreached' : 'deliveries.trail.deferred', { attempt }),
        reason,
      )
    }
    case 'rejected':
      return because(sentence('deliveries.trail.rejected', { attempt }), reason)
    case 'refused':
      return because(sentence('deliveries.trail.refused', { attempt }), reason)
    case 'in_doubt':
      return sentence('deliveries.trail.inDoubt', { attempt })
    case 'render_error':
      return sentence('deliveries.trail.renderError', { field: values['field'] ?? '' })
    case 'skipped':
      return because(sentence('deliveries.trail.skipped'), reason)
    case 'expired':
      return reason ?? sentence('reasons.delivery.run_expired')
    case 'cancelled':
      return sentence('reasons.delivery.run_cancelled')
    case 'failed':
      return because(sentence('deliveries.trail.failed'), reason)
    default:
      return afterwards(kind, values, reason)
  }
}

function afterwards(kind: Kind, values: TrailValues, reason: Sentence | null): Sentence {
  const place = placeOf(values)
  const { link, action } = values
  switch (kind) {
    case 'passed_on':
      return sentence('deliveries.trail.passedOn')
    case 'delivered':
      return sentence('deliveries.trail.delivered')
    case 'bounced':
      return because(sentence('deliveries.trail.bounced'), reason)
    case 'complained':
      return sentence('deliveries.trail.complained')
    case 'opened':
      return sentence('deliveries.trail.opened', { place })
    case 'clicked':
      if (action !== undefined) return sentence('deliveries.trail.pressed', { action, place })
      return sentence('deliveries.trail.followed', { link: link ?? sentence('deliveries.trail.aLink'), place })
    case 'dismissed':
      return sentence('deliveries.trail.dismissed', { place })
    case 'visited':
      return sentence('deliveries.trail.visited')
    case 'unsubscribed':
      return unsubscribed(values)
    default:
      return resubscribed(values)
  }
}

/** For all mail, or for one topic. */
function unsubscribed({ topic, way }: TrailValues): Sentence {
  const words = { way: sourceSentence(way) }
  return topic === undefined
    ? sentence('deliveries.trail.unsubscribed', words)
    : sentence('deliveries.trail.unsubscribedFrom', { ...words, topic })
}

function resubscribed({ topic, way }: TrailValues): Sentence {
  return topic === undefined
    ? sentence('deliveries.trail.resubscribed', { way: sourceSentence(way) })
    : sentence('deliveries.trail.resubscribedTo', { topic })
}

function because(said: Sentence, reason: Sentence | null): Sentence {
  return reason === null ? said : sentence('deliveries.trail.because', { said, reason })
}

function sourceSentence(way: string | number | undefined): Sentence {
  if (way === 'one_click') return sentence('deliveries.way.oneClick')
  return way === 'reply' ? sentence('deliveries.way.reply') : sentence('deliveries.way.page')
}

function reasonIn({ reason }: TrailValues): Sentence | null {
  return typeof reason === 'string' ? (reasonOf(providerReasonNumber(reason))?.sentence ?? null) : null
}

/** With a space in front; empty if unknown. */
function placeOf({ browser, system }: TrailValues): SentenceValue {
  if (browser !== undefined && system !== undefined) return sentence('deliveries.place.both', { browser, system })
  if (system !== undefined) return sentence('deliveries.place.system', { system })
  return browser === undefined ? '' : sentence('deliveries.place.browser', { browser })
}
