import type { Channel } from '@notifly/contracts/applications'
import { canBounce, type TrailEvent } from '@notifly/contracts/deliveries'
import { useTranslation } from 'react-i18next'
import { useCallback } from 'react'
import { useDisplay } from '../display/use-display.ts'
import { useReasonWords } from './use-reason-words.ts'

export interface TrailWords {
  title: string
  /** Where it comes from and what goes with it. */
  source: string
}

/** An event of a trail as a support person would say it. */
export function useTrailWords(): (
  event: Pick<TrailEvent, 'kind' | 'source' | 'values' | 'bot'>,
  channel: Channel,
) => TrailWords {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  const reasonWords = useReasonWords()
  return useCallback(
    ({ kind, source, values, bot }, channel) => {
      const title =
        kind === 'render_error'
          ? t('trail.kind.render_error', { field: values['field'] })
          : kind === 'clicked' && values['link'] !== undefined
            ? t('trail.followed', { link: values['link'] })
            : kind === 'waiting' && values['attempt'] !== undefined
              ? t('trail.waitsForAttempt')
              : kind === 'bounced' && !canBounce(channel)
                ? t('trail.undelivered')
                : t(`trail.kind.${kind}`)
      const parts = [
        t(`trail.source.${source}`),
        kind === 'picked' &&
          t('trail.matched', { count: Number(values['matched']), total: number(Number(values['matched'])) }),
        values['attempt'] !== undefined && t('trail.attempt', { number: number(Number(values['attempt'])) }),
        device(values, t),
        typeof values['topic'] === 'string' && values['topic'],
        values['way'] !== undefined && t(`trail.way.${values['way']}`),
        typeof values['reason'] === 'string' && reasonWords(values['reason']),
        bot && typeof values['bot_reason'] === 'string' && t(`trail.botReason.${values['bot_reason']}`),
      ]
      return { title, source: parts.filter(part => typeof part === 'string' && part !== '').join(' · ') }
    },
    [t, number, reasonWords],
  )
}

function device(values: TrailEvent['values'], t: (key: string, values: Record<string, unknown>) => string): string {
  const { browser, system } = values
  if (browser !== undefined && system !== undefined) return t('trail.onDevice', { browser, system })
  return String(browser ?? system ?? '')
}
