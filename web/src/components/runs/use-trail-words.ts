import { canBounce, type Channel } from '@notifly/contracts/applications/applications'
import type { TrailEvent } from '@notifly/contracts/runs/deliveries'
import { UNREACHED_REASONS } from '@notifly/contracts/runs/unreached'
import { useTranslation } from 'react-i18next'
import { joined } from '../../locales/isolated.ts'
import { useReasonWords } from './use-reason-words.ts'

export interface TrailWords {
  title: string
  /** Its origin and further details. */
  source: string
}

/** Describes an event of a recipient's history, for support. */
export function useTrailWords(): (
  event: Pick<TrailEvent, 'kind' | 'source' | 'values' | 'bot'>,
  channel: Channel,
) => TrailWords {
  const { t, i18n } = useTranslation('delivery')
  const reasonWords = useReasonWords()
  return ({ kind, source, values, bot }, channel) => {
    const own = `trail.kindOn.${channel}.${kind}`
    const [key, given = {}] = titleOf(kind, values, channel)
    const title = t(key ?? (i18n.exists(`delivery:${own}`) ? own : `trail.kind.${kind}`), given)
    const parts = [
      t(`trail.source.${source}`),
      kind === 'picked' && t('trail.matched', { count: Number(values['matched']) }),
      values['attempt'] !== undefined && t('trail.attempt', { number: Number(values['attempt']) }),
      device(values, t),
      typeof values['topic'] === 'string' && values['topic'],
      values['way'] !== undefined && t(`trail.way.${values['way']}`),
      typeof values['reason'] === 'string' && reasonWords(channel, values['reason']),
      bot && typeof values['bot_reason'] === 'string' && t(`trail.botReason.${values['bot_reason']}`),
    ]
    return {
      title,
      source: joined(parts),
    }
  }
}

/** Reasons of messages that never reached the mail server. */
const UNREACHED: ReadonlySet<unknown> = new Set(UNREACHED_REASONS)

/** The translation key and values for an event whose text depends on its values; empty for all others. */
function titleOf(
  kind: TrailEvent['kind'],
  { field, action, link, attempt, reason }: TrailEvent['values'],
  channel: Channel,
): [key?: string, values?: TrailEvent['values']] {
  if (kind === 'render_error' && field !== undefined) return ['trail.kind.render_error', { field }]
  if (kind === 'clicked' && action !== undefined) return ['trail.pressed', { action }]
  if (kind === 'clicked' && link !== undefined) return ['trail.followed', { link }]
  if (kind === 'waiting' && attempt !== undefined) return ['trail.waitsForAttempt']
  if (kind === 'deferred' && UNREACHED.has(reason)) return ['trail.unreached']
  return kind === 'bounced' && !canBounce(channel) ? ['trail.undelivered'] : []
}

function device(values: TrailEvent['values'], t: (key: string, values: Record<string, unknown>) => string): string {
  const { browser, system } = values
  if (browser !== undefined && system !== undefined) return t('trail.onDevice', { browser, system })
  return String(browser ?? system ?? '')
}
