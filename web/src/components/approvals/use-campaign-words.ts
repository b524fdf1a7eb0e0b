import { type AbTest, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { readSegments } from '@notifly/contracts/contacts/audience'
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { listTemplates } from '@notifly/contracts/templates/templates'
import { listTopics } from '@notifly/contracts/topics/topics'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../api/queries.ts'
import { useGoalWords } from '../campaigns/use-goal-words.ts'
import { useDisplay } from '../display/use-display.ts'
import { usesRecipientTimeZone, isNow } from '../schedules/schedule-choice.ts'
import { scheduleWords } from '../schedules/schedule-words.ts'
import { fromSchedule } from '../schedules/schedule-wire.ts'
import { useWordsView } from '../schedules/use-words-view.ts'
import { useZone } from '../session/use-zone.ts'
import type { CampaignWords } from './request-values.ts'

const NAMES_MAX = 100

/** Names for the ids in a campaign; an id without a known name shows its last digits. `failed`: a list of names that could not be loaded. */
export function useCampaignWords(enabled: boolean) {
  const { t } = useTranslation('approvals')
  const { t: testWords } = useTranslation('ab-test')
  const ownZone = useZone()
  const { number, wholePercent } = useDisplay()
  const view = useWordsView()
  const segments = useRead(readSegments, { query: { page: 1, per_page: NAMES_MAX } }, { enabled })
  const templates = useReadPage(listTemplates, { query: { page: 1, per_page: NAMES_MAX } }, { enabled })
  const topics = useRead(listTopics, {}, { enabled })
  const lists = segments.data === undefined || !Array.isArray(segments.data) ? [] : segments.data
  const nameIn = (rows: readonly { uuid: string; name: string }[] | undefined) => (uuid: string) =>
    rows?.find(row => row.uuid === uuid)?.name ?? `…${uuid.slice(-8)}`
  const templateName = nameIn(templates.data?.rows)
  // A role may lack the right to one of them.
  const failed = [segments, templates, topics].find(({ error, data }) => error && error.status !== 403 && !data)
  const words: CampaignWords = {
    everybody: t('everybody'),
    goal: useGoalWords(),
    segment: nameIn(lists),
    topic: nameIn(topics.data),
    template: (uuid: string, held?: { name: string; version: number }) =>
      held === undefined ? templateName(uuid) : t('templateVersion', { name: held.name, version: held.version }),
    schedule: (schedule: Schedule) => {
      const choice = fromSchedule(schedule, ownZone ?? 'UTC')
      const when = scheduleWords(choice, view)
      return isNow(choice) || usesRecipientTimeZone(choice)
        ? when
        : t('schedule.on', { when, zone: choice.timezone.replaceAll('_', ' ') })
    },
    variant: (letter: string) => testWords('variant', { letter }),
    test: (
      { part, variants = [], share, metric, after_hours: hours }: AbTest,
      templateOf: (uuid: string) => string,
    ) => ({
      part: part && testWords(`part.${part}`),
      // One line each: their differences are side by side.
      variants: variants
        .map((variant, index) => {
          const letter = variantLetter(index + 1)
          if (typeof variant === 'string') return `${letter}: ${variant}`
          const from = variant.template_uuid ? templateOf(variant.template_uuid) : testWords('ownContent')
          return `${letter}: ${[variant.emailSubject, from].filter(Boolean).join(' · ')}`
        })
        .join('\n'),
      share: typeof share === 'number' ? wholePercent(share / 100) : null,
      metric: metric && testWords(`metric.${metric}`),
      after_hours: typeof hours === 'number' ? `${number(hours)} ${testWords('hours.unit', { count: hours })}` : null,
    }),
  }
  return { words, failed }
}
