import { CLICK_DAYS, Goal, OPEN_DAYS } from '@notifly/contracts/campaigns/goals'
import { RULE_VALUE_MAX } from '@notifly/contracts/segments/comparisons'
import { PropertyComparison } from '@notifly/contracts/segments/rules'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFigure } from '../../../../components/channels/channels.ts'
import { type PropertyDraft, propertyOf, savedProperty } from '../../../../components/comparisons/comparison-draft.ts'
import { EventNameInput } from '../../../../components/comparisons/EventNameInput.tsx'
import { PropertyRows } from '../../../../components/comparisons/PropertyRows.tsx'
import { useEventProperties } from '../../../../components/comparisons/use-event-choices.ts'
import { useCurrencies } from '../../../../components/display/use-currencies.ts'
import { dayAt } from '../../../../components/schedules/zone-time.ts'
import { useTranslateSentence } from '../../../../locales/use-translate-sentence.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { NumberInput } from '../../../../ui/controls/NumberInput.tsx'
import { Combobox } from '../../../../ui/controls/options/Combobox.tsx'
import { SuggestInput } from '../../../../ui/controls/options/SuggestInput.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'

/** The campaign's goal: the event to count after a message, if any. */
export function GoalSection() {
  const { t } = useTranslation('goals')
  const { values, change } = useWizard()
  const { goal } = values
  return (
    <Section title={t('title')} help={t('help')}>
      <Panel>
        <Switch
          checked={goal !== null}
          onChange={isOn => change({ goal: isOn ? Goal.parse({ event: '' }) : null })}
          label={t('switch')}
          help={t('switchHelp')}
        />
        {goal !== null && <GoalFields goal={goal} onChange={next => change({ goal: next })} />}
      </Panel>
    </Section>
  )
}

interface GoalFieldsProps {
  goal: Goal
  onChange: (goal: Goal) => void
}

function GoalFields({ goal, onChange }: GoalFieldsProps) {
  const { t } = useTranslation('goals')
  const { errorAt } = useWizard()
  const write = (change: Partial<Goal>) => onChange({ ...goal, ...change })
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Field label={t('event')} error={errorAt('goal.event', goal.event !== '')} className="sm:max-w-96">
        <EventNameInput value={goal.event} onChange={event => write({ event: event.trimStart() })} />
      </Field>
      <GoalProperties goal={goal} onChange={onChange} />
      <Windows goal={goal} onChange={onChange} />
      <RevenueFields goal={goal} onChange={onChange} />
    </div>
  )
}

/** The conditions of the goal. Incomplete ones are kept here with their error until they can be added to the goal. */
function GoalProperties({ goal, onChange }: GoalFieldsProps) {
  const { t } = useTranslation('segments')
  const { zone } = useWizard()
  const translateSentence = useTranslateSentence()
  const [drafts, setDrafts] = useState<readonly PropertyDraft[]>(() => goal.properties.map(savedProperty))
  const [now] = useState(() => Date.now() / 1000)
  const judged = drafts.map(draft => PropertyComparison.safeParse(propertyOf(draft)))
  const write = (next: PropertyDraft[]) => {
    setDrafts(next)
    const complete = next.flatMap(draft => PropertyComparison.safeParse(propertyOf(draft)).data ?? [])
    onChange({ ...goal, properties: complete })
  }
  const errorAt = (place: string): ReactNode => {
    const [, at = '', ...within] = place.split('.')
    const issue = judged[Number(at)]?.error?.issues.find(each => each.path.join('.') === within.join('.'))
    const draft = drafts[Number(at)]
    if (issue === undefined || draft === undefined) return undefined
    const value = within.reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], propertyOf(draft))
    return value === null || value === '' ? t('builder.missing') : translateSentence(sentenceOfIssue(issue))
  }
  return (
    <PropertyRows
      name={goal.event}
      drafts={drafts}
      onChange={write}
      slot={(place, label, control, narrow = false) => (
        <Field
          hideLabel
          label={label}
          error={errorAt(place)}
          className={narrow ? 'w-32 grow-0 max-sm:basis-full' : 'flex-1 basis-40 max-sm:basis-full sm:max-w-72'}
        >
          {control}
        </Field>
      )}
      today={dayAt(now, zone)}
    />
  )
}

function Windows({ goal, onChange }: GoalFieldsProps) {
  const { t } = useTranslation(['goals', 'segments'])
  const { channel } = useWizard()
  const days = (label: string, most: number, value: number, write: (days: number) => void) => (
    <Field label={label} className="w-40 max-sm:w-full">
      <NumberInput
        value={value}
        onChange={next => next !== null && Number.isInteger(next) && next >= 1 && next <= most && write(next)}
        min={1}
        max={most}
        suffix={t('segments:builder.daysUnit', { count: value })}
      />
    </Field>
  )
  return (
    <div className="flex flex-wrap gap-4">
      {days(t('afterClick'), CLICK_DAYS.most, goal.click_days, click_days => onChange({ ...goal, click_days }))}
      {hasFigure(channel, 'opened') &&
        days(t(channel === 'whatsapp' ? 'afterRead' : 'afterOpen'), OPEN_DAYS.most, goal.open_days, open_days =>
          onChange({ ...goal, open_days }),
        )}
    </div>
  )
}

/** Which properties of the event hold its revenue and currency. */
function RevenueFields({ goal, onChange }: GoalFieldsProps) {
  const { t } = useTranslation('goals')
  const properties = useEventProperties(goal.event)
  const currencies = useCurrencies()
  const named = (types: readonly string[]) =>
    properties.filter(({ type }) => types.includes(type)).map(({ name }) => ({ value: name, label: name }))
  const property = (field: 'revenue_property' | 'currency_property', types: readonly string[]) => (
    <SuggestInput
      value={goal[field] ?? ''}
      onChange={name => onChange({ ...goal, [field]: name.trim() === '' ? null : name.trim() })}
      options={named(types)}
      onQuery={() => undefined}
      maxLength={RULE_VALUE_MAX}
      placeholder={t('none')}
    />
  )
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={t('revenueProperty')} optional help={t('revenueHelp')}>
        {property('revenue_property', ['number', 'text'])}
      </Field>
      {goal.revenue_property && (
        <>
          <Field label={t('currencyProperty')} optional help={t('currencyHelp')}>
            {property('currency_property', ['text'])}
          </Field>
          <Field label={t('currency')}>
            <Combobox
              options={currencies}
              value={currencies.find(({ value }) => value === goal.currency) ?? null}
              onChange={option => option && onChange({ ...goal, currency: option.value })}
            />
          </Field>
        </>
      )}
    </div>
  )
}
