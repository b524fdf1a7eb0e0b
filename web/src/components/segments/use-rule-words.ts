/** Describes the rules of a dynamic segment in sentences in the reader's language. */
import { countryName } from '@notifly/contracts/contacts/countries'
import type {
  BehaviourCondition,
  Condition,
  EventCondition,
  FieldCondition,
  PropertyComparison,
  ReachCondition,
  RuleGroup,
  SegmentCondition,
} from '@notifly/contracts/segments/rules'
import { RULE_ATTRIBUTES } from '@notifly/contracts/segments/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { channelInSentence } from '../channels/channels.ts'
import { useDisplay } from '../display/use-display.ts'

/** Names of the objects that rules refer to by id. */
export interface RuleNames {
  campaign: (uuid: string) => string
  segment: (uuid: string) => string
}

export interface RuleWords {
  /** "Country", or the name of a merge field unchanged. */
  field: (name: string) => string
  /** "opened “Spring” in the last 30 days". */
  condition: (condition: Condition) => string
  /** "total is more than 20", for a property of an event. */
  property: (comparison: PropertyComparison) => string
  /** All rules in one sentence; nested groups are in brackets. */
  rules: (rules: RuleGroup) => string
}

/** Describes rules whose names are known. */
export function useRuleWords(names: RuleNames): RuleWords {
  const { t, i18n } = useTranslation(['rules', 'common'])
  // Calendar days have no zone; noon in UTC falls on that day.
  const { number, longDay } = useDisplay('UTC')
  const { when, times } = useTimingWords()
  const locale = i18n.language
  return useMemo(() => {
    const day = (text: string) => longDay(Date.parse(`${text}T12:00:00Z`) / 1000)
    const field = (name: string) => (Object.hasOwn(RULE_ATTRIBUTES, name) ? t(`attribute.${name}`) : name)
    const compared = (name: string, condition: FieldCondition | PropertyComparison): string =>
      t(`says.${condition.type}.${condition.op}`, { field: name, ...comparedValues(condition) })
    const comparedValues = (condition: FieldCondition | PropertyComparison) => {
      if (condition.op === 'last_days') return { count: condition.days }
      const shown = (value: string | number) => {
        if (typeof value === 'number') return number(value)
        if ('field' in condition && condition.field === 'country') return countryName(value, locale)
        return condition.type === 'date' ? day(value) : value
      }
      if (condition.op === 'between') return { from: shown(condition.from), to: shown(condition.to) }
      return 'value' in condition ? { value: shown(condition.value) } : {}
    }
    const reach = ({ channel, op, status }: ReachCondition) =>
      t(`says.reach.${op}.${status}`, { channel: channelInSentence(t(`common:channel.${channel}`)) })
    const behaviour = (condition: BehaviourCondition) => {
      const { campaign_uuid: id, event } = condition
      const campaign = id === null ? t('says.anyCampaign') : t('says.campaign', { name: names.campaign(id) })
      const kind = condition.times.op === 'never' ? 'didNot' : 'did'
      const sentence = t(`says.${kind}.${event}`, { campaign, when: when(condition), times: times(condition, 'times') })
      return tidy(sentence)
    }
    const property = (one: PropertyComparison) => compared(one.property, one)
    const event = (one: EventCondition): string => {
      const list = listOf(one.properties.map(property), 'conjunction')
      const where = list === '' ? '' : t('says.event.where', { list })
      const kind = one.times.op === 'never' ? 'didNot' : 'did'
      const said = { name: one.name, where, when: when(one), times: times(one, 'event.times') }
      return tidy(t(`says.event.${kind}`, said))
    }
    const segment = ({ op, segment_uuid: id }: SegmentCondition) => t(`says.${op}`, { name: names.segment(id) })
    const condition = (one: Condition): string => {
      if (one.kind === 'field') return compared(field(one.field), one)
      if (one.kind === 'event') return event(one)
      if (one.kind === 'reach') return reach(one)
      return one.kind === 'behaviour' ? behaviour(one) : segment(one)
    }
    const joined = ({ match, rules }: RuleGroup): string => {
      const parts = rules.map(rule => {
        if (rule.kind !== 'group') return condition(rule)
        return rule.match === 'none' || rule.rules.length === 1 ? joined(rule) : `(${joined(rule)})`
      })
      const list = listOf(parts, match === 'all' ? 'conjunction' : 'disjunction')
      return match === 'none' ? t('says.none', { list }) : list
    }
    const listOf = (parts: string[], type: 'conjunction' | 'disjunction') =>
      new Intl.ListFormat(locale, { type }).format(parts)
    return { field, property, condition, rules: joined }
  }, [t, locale, number, longDay, when, times, names])
}

/** "in the last 30 days", and "on at least 2 days" or "at least 2 times"; empty for the default. */
function useTimingWords() {
  const { t } = useTranslation('rules')
  const { longDay } = useDisplay('UTC')
  return useMemo(() => {
    const day = (text: string) => longDay(Date.parse(`${text}T12:00:00Z`) / 1000)
    return {
      when: ({ when: span }: BehaviourCondition | EventCondition): string => {
        if (span.op === 'ever') return ''
        if (span.op === 'between') return t('says.when.between', { from: day(span.from), to: day(span.to) })
        return t('says.when.last_days', { count: span.days })
      },
      times: ({ times: often }: BehaviourCondition | EventCondition, of: 'times' | 'event.times'): string => {
        if (often.op === 'never' || (often.op === 'at_least' && often.n === 1)) return ''
        return t(`says.${of}.${often.op}`, { count: often.n })
      },
    }
  }, [t, longDay])
}

/** Removes the gaps that omitted parts leave. */
function tidy(sentence: string): string {
  return sentence
    .replace(/\s+/g, ' ')
    .replace(/ ([,.)])/g, '$1')
    .trim()
}
