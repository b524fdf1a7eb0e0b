/** Controls for how often something happened and when. Conditions on campaigns and on events share them. */
import { useTranslation } from 'react-i18next'
import { DayButton } from '../../../../components/display/DayButton.tsx'
import { NumberInput } from '../../../../ui/controls/NumberInput.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { useBuilder } from '../builder.ts'
import type { BehaviourDraft, EventDraft, TimingDraft } from '../drafts.ts'
import type { EditorProps } from './FieldEditor.tsx'
import { Slot } from './Slot.tsx'

const TIMES = ['at_least', 'at_most', 'exactly', 'never'] as const
const WHENS = ['last_days', 'between', 'ever'] as const

type TimingProps = EditorProps<BehaviourDraft | EventDraft>

function useWrite({ id, draft }: TimingProps) {
  const { acts } = useBuilder()
  return (change: Partial<TimingDraft>, about?: string) => acts.write(id, { ...draft, ...change }, about)
}

export interface FrequencyFieldsProps extends TimingProps {
  /** The number's label. */
  label: string
  /** What the number counts: days or times. */
  unit: 'daysUnit' | 'timesUnit'
}

export function FrequencyFields({ label, unit, ...timing }: FrequencyFieldsProps) {
  const { t } = useTranslation('segments')
  const write = useWrite(timing)
  const { id, draft } = timing
  return (
    <>
      <Slot id={id} place="times.op" label={t('builder.often')}>
        <Select
          value={draft.times}
          onChange={times => write({ times: times as TimingDraft['times'] })}
          options={TIMES.map(op => ({ value: op, label: t(`${unit === 'daysUnit' ? 'times' : 'often'}.${op}`) }))}
        />
      </Slot>
      {draft.times !== 'never' && (
        <Slot id={id} place="times.n" label={label} narrow>
          <NumberInput
            value={draft.n}
            onChange={n => write({ n }, 'n')}
            allowOutOfRange
            suffix={t(`builder.${unit}`, { count: draft.n ?? 0 })}
          />
        </Slot>
      )}
    </>
  )
}

export function PeriodFields(timing: TimingProps) {
  const { t } = useTranslation('segments')
  const write = useWrite(timing)
  const { id, draft } = timing
  return (
    <>
      <Slot id={id} place="when.op" label={t('builder.when')}>
        <Select
          value={draft.when}
          onChange={when => write({ when: when as TimingDraft['when'] })}
          options={WHENS.map(op => ({ value: op, label: t(`when.${op}`) }))}
        />
      </Slot>
      {draft.when === 'last_days' && (
        <Slot id={id} place="when.days" label={t('builder.days')} narrow>
          <NumberInput
            value={draft.days}
            onChange={days => write({ days }, 'days')}
            allowOutOfRange
            suffix={t('builder.daysUnit', { count: draft.days ?? 0 })}
          />
        </Slot>
      )}
      {draft.when === 'between' && (
        <>
          <Slot id={id} place="when.from" label={t('builder.from')}>
            <DayField label={t('builder.from')} value={draft.fromDay} onChange={fromDay => write({ fromDay })} />
          </Slot>
          <Slot id={id} place="when.to" label={t('builder.to')}>
            <DayField label={t('builder.to')} value={draft.toDay} onChange={toDay => write({ toDay })} />
          </Slot>
        </>
      )}
    </>
  )
}

interface DayFieldProps {
  label: string
  value: string | null
  onChange: (day: string) => void
}

/** A day of the calendar in a rule. */
function DayField(props: DayFieldProps) {
  const { t } = useTranslation('segments')
  const { today } = useBuilder()
  return <DayButton {...props} today={today} placeholder={t('builder.chooseDay')} />
}
