import { type Approval, APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import type { ActivityId } from '@notifly/contracts/roles/activities'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { channelIn } from '../channels/channels.ts'
import { peopleTone } from '../display/status-tones.ts'

const STATUSES = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type StatusName = (typeof STATUSES)[number]

export function statusName(status: number): StatusName {
  return STATUSES.find(name => APPROVAL_STATUS[name] === status) ?? 'pending'
}

export function statusTone(status: number) {
  return peopleTone(statusName(status))
}

/** The reason of a decision: an approver's own words, or an explanation of the deadline in the reader's language. */
export function decisionWords({
  description,
  description_sentence,
}: Pick<Approval, 'description' | 'description_sentence'>): string {
  return translateSentence({ message: description ?? '', ...description_sentence })
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

function secondsLeft(dueOn: number): number {
  return dueOn - Date.now() / 1000
}

/** Requests in the reader's words. */
export function useRequestWords() {
  const { t, i18n } = useTranslation('approvals')
  const known = (key: string, otherwise: string) => (i18n.exists(key, { ns: 'approvals' }) ? t(key) : otherwise)
  return {
    secondsLeft,
    /** "Template Email": the activity's name. */
    moduleWords: (activity: number, otherwise = '') => {
      const name = Object.entries(ACTIVITY).find(([, id]) => id === (activity as ActivityId))?.[0] ?? ''
      return known(`modules.${name}`, otherwise)
    },
    /** "Change a template"; for settings with the channel: "change the email settings". */
    askWords: ({ command, payload }: { command: string; payload?: Approval['payload'] }) =>
      payload !== undefined && command.startsWith('channel.')
        ? known(`asks.${command}_${channelIn(payload['channel'])}`, command)
        : known(`asks.${command}`, command),
    /** "3 h 32 min left"; undefined once the moment has passed. */
    timeLeft: (dueOn: number): string | undefined => {
      const left = secondsLeft(dueOn)
      if (left <= 0) return undefined
      const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
        new Intl.NumberFormat(i18n.language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
      const days = Math.floor(left / DAY)
      const hours = Math.floor((left % DAY) / HOUR)
      const minutes = Math.max(1, Math.floor((left % HOUR) / MINUTE))
      const parts = days > 0 ? [unit(days, 'day'), unit(hours, 'hour')] : [unit(hours, 'hour'), unit(minutes, 'minute')]
      return t('left', { time: (days > 0 || hours > 0 ? parts : [unit(minutes, 'minute')]).join(' ') })
    },
  }
}
