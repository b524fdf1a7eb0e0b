import type { MergeField } from '@notifly/contracts/contacts/audience'
import { CHANNELS, type Channel } from '@notifly/contracts/applications/applications'
import { BEHAVIOURS, type Behaviour, RULE_ATTRIBUTES, type RuleAttribute } from '@notifly/contracts/segments/rules'
import {
  Activity,
  Braces,
  CalendarDays,
  Hash,
  type LucideIcon,
  MailOpen,
  MailX,
  MousePointerClick,
  Send,
  ToggleRight,
  Type,
  UserMinus,
  Users,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNEL_LOOKS, channelInSentence } from '../../../../components/channels/channels.ts'
import { useDisplay } from '../../../../components/display/use-display.ts'
import type { Option } from '../../../../ui/controls/options/option.ts'
import type { ComparedType } from '../../../../components/comparisons/comparison-draft.ts'
import { behaviourDraft, BLANK, type Draft, eventDraft, fieldDraft, isAttribute, isBehaviour } from '../drafts.ts'

const BEHAVIOUR_ICONS: Record<Behaviour, LucideIcon> = {
  sent: Send,
  opened: MailOpen,
  clicked: MousePointerClick,
  bounced: MailX,
  unsubscribed: UserMinus,
}

const TYPE_ICONS: Record<ComparedType, LucideIcon> = {
  text: Type,
  number: Hash,
  date: CalendarDays,
  boolean: ToggleRight,
}

interface SubjectsInput {
  fields: readonly MergeField[] | undefined
  contacts: number | undefined
  /** Its current choice stays available even if no import provides that field any more. */
  draft: Draft
}

/** What a condition can be about, by kind. Merge fields show their type, fill rate and an example value. */
export function useSubjects({ fields, contacts, draft }: SubjectsInput): { options: Option[]; chosen: Option | null } {
  const { t } = useTranslation(['segments', 'rules', 'common'])
  const { percent } = useDisplay()
  const options = useMemo(() => {
    const sampleOf = (field: MergeField) => (field.sample === null ? '' : t('subject.sample', { sample: field.sample }))
    const mergeFields = (fields ?? []).filter(
      field => !field.built_in && field.change === undefined && !isAttribute(field.name),
    )
    const attributes = Object.keys(RULE_ATTRIBUTES) as RuleAttribute[]
    return [
      ...attributes.map((name): Option => {
        const type = RULE_ATTRIBUTES[name]
        const help = t('subject.attribute', { type: t(`type.${type}`) })
        return { value: `field:${name}`, label: t(`rules:attribute.${name}`), icon: TYPE_ICONS[type], help }
      }),
      ...mergeFields.toSorted(byFill).map((field): Option => {
        const parts = [t('subject.mergeField', { type: t(`type.${field.type}`) }), sampleOf(field)]
        const share = contacts ? percent(Math.min(1, field.filled / contacts)) : undefined
        return {
          value: `field:${field.name}`,
          label: field.name,
          icon: Braces,
          help: parts.filter(Boolean).join(' · '),
          ...(share !== undefined && { end: t('subject.filled', { share }) }),
        }
      }),
      ...BEHAVIOURS.map((event): Option => ({
        value: `behaviour:${event}`,
        label: t(`behaviour.${event}`),
        icon: BEHAVIOUR_ICONS[event],
        help: t('subject.behaviour'),
      })),
      { value: 'event:', label: t('subject.event'), icon: Activity, help: t('subject.eventHelp') },
      ...CHANNELS.map((channel): Option => ({
        value: `reach:${channel}`,
        label: t('subject.reach', { channel: channelInSentence(t(`common:channel.${channel}`)) }),
        icon: CHANNEL_LOOKS[channel].icon,
        help: t('subject.reachHelp'),
      })),
      { value: 'segment:', label: t('subject.segment'), icon: Users, help: t('subject.segmentHelp') },
    ]
  }, [t, percent, fields, contacts])
  const value = subjectOf(draft)
  if (value === undefined) return { options, chosen: null }
  const label = draft.kind === 'field' ? draft.field : ''
  return { options, chosen: options.find(option => option.value === value) ?? { value, label, icon: Braces } }
}

const byFill = (one: MergeField, other: MergeField) => other.filled - one.filled || one.name.localeCompare(other.name)

/** The value of the option that a draft stands for; undefined for a blank one. */
function subjectOf(draft: Draft): string | undefined {
  switch (draft.kind) {
    case 'blank':
      return undefined
    case 'field':
      return `field:${draft.field}`
    case 'reach':
      return `reach:${draft.channel}`
    case 'behaviour':
      return `behaviour:${draft.event}`
    case 'event':
      return 'event:'
    case 'segment':
      return 'segment:'
  }
}

/** The draft for a chosen option. Values of the previous draft that still fit are kept. */
export function draftFor(subject: string, before: Draft, fields: readonly MergeField[] = []): Draft {
  const [kind, ...rest] = subject.split(':')
  const name = rest.join(':')
  if (subjectOf(before) === subject) return before
  if (kind === 'reach') return { kind: 'reach', channel: name as Channel, op: 'is', status: 'reachable' }
  if (kind === 'segment') return { kind: 'segment', op: 'is_member', segment: null }
  if (kind === 'event') return eventDraft()
  if (kind === 'behaviour' && isBehaviour(name))
    return before.kind === 'behaviour' ? { ...before, event: name } : behaviourDraft(name)
  if (kind !== 'field') return BLANK
  const type = isAttribute(name) ? RULE_ATTRIBUTES[name] : (fields.find(field => field.name === name)?.type ?? 'text')
  return before.kind === 'field' && before.type === type ? { ...before, field: name } : fieldDraft(name, type)
}
