import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../display/dates.ts'
import { useDisplay } from '../display/use-display.ts'
import { isBlank, type Values } from './change-rows.ts'

const NOTHING = '–'
/** Field names that hold epoch seconds, such as created_on or date. */
const MOMENT = /(?:^|[._])(?:on|at|date|next_run)$/
const FIRST_MOMENT = 1_000_000_000

/** Field names and values of any stored object, in words. */
export function useValueWords(zone?: string) {
  const { t, i18n } = useTranslation('changes')
  const display = useDisplay(zone)
  const fieldWords = (field: string): string => {
    const names = field.split('.').filter(name => name !== 'configuration_setting' && name !== 'permission_set')
    return names.map(nameWords).join(' · ')
  }
  const nameWords = (name: string): string => {
    const activity = Object.entries(ACTIVITY).find(([, id]) => String(id) === name)?.[0]
    const key = activity === undefined ? `fields.${name}` : `activities.${activity}`
    return i18n.exists(key, { ns: 'changes' }) ? t(key) : sentence(name)
  }
  const valueWords = (value: unknown, field = ''): string => {
    if (isBlank(value)) return NOTHING
    if (field === 'command' && i18n.exists(`actions.${String(value)}`, { ns: 'changes' }))
      return t(`actions.${String(value)}`)
    const choice = `values.${field}.${String(value)}`
    if (typeof value === 'string' && i18n.exists(choice, { ns: 'changes' })) return t(choice)
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return numberWords(value, field)
    if (isGrant(value, field))
      return t(value[1] === 1 ? 'levels.approve' : 'levels.plain', { level: t(`levels.${value[0]}`) })
    if (Array.isArray(value)) return listWords(value)
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value as Values)
        .map(([name, each]) => `${nameWords(name)}: ${valueWords(each, name)}`)
        .join(', ')
    }
    return String(value)
  }
  const numberWords = (value: number, field: string): string => {
    if (MOMENT.test(field) && value > FIRST_MOMENT) return display.longDate(value)
    if (/(?:^|\.)(?:local_)?time$/.test(field)) return timeOfDay(value, { locale: i18n.language, zone: 'UTC' })
    return /port/.test(field) ? String(value) : display.number(value)
  }
  const listWords = (values: readonly unknown[]): string => {
    const isPlain = values.every(each => typeof each === 'string' || typeof each === 'number')
    const isIds = values.every(each => typeof each === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(each))
    if (isIds) return t('items', { count: values.length })
    return isPlain ? display.list(values.map(String)) : values.map(each => valueWords(each)).join('\n')
  }
  return { fieldWords, valueWords }
}

export type ValueWords = ReturnType<typeof useValueWords>

/** `[level, approve]` of an activity in a role. */
function isGrant(value: unknown, field: string): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && /(?:^|\.)\d{3,4}$/.test(field)
}

/** Turns "port_no" or "sessionsEnded" into words, for a field without a translation. */
function sentence(name: string): string {
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
