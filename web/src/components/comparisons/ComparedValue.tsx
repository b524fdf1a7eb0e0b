import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import { DayButton } from '../display/DayButton.tsx'
import type { ComparisonDraft } from './comparison-draft.ts'

/** Renders a control with its label and error. `place` is its part of the comparison, such as `value` or `from`. */
export type PlaceSlot = (place: string, label: string, control: ReactNode, narrow?: boolean) => ReactNode

export interface ComparedValueProps {
  draft: ComparisonDraft
  /** `about` identifies the edited field, for undo. */
  onChange: (change: Partial<ComparisonDraft>, about?: string) => void
  slot: PlaceSlot
  /** Today's date on the application's clock, YYYY-MM-DD. */
  today: string
  placeholder: string
  /** The control for a text. */
  text: ReactNode
}

const FORMAT = { maximumFractionDigits: 15 }

/** The controls for the value of a comparison: none, one value, two limits, or a number of days. */
export function ComparedValue({ draft, onChange, slot, today, placeholder, text }: ComparedValueProps) {
  const { t } = useTranslation('segments')
  const day = (label: string, value: string | null, write: (day: string) => void) => (
    <DayButton label={label} today={today} placeholder={t('builder.chooseDay')} value={value} onChange={write} />
  )
  switch (draft.op) {
    case 'is_empty':
    case 'is_not_empty':
    case 'is_true':
    case 'is_false':
      return null
    case 'last_days':
      return slot(
        'days',
        t('builder.days'),
        <NumberInput
          value={draft.days}
          onChange={days => onChange({ days }, 'days')}
          allowOutOfRange
          suffix={t('builder.daysUnit', { count: draft.days ?? 0 })}
        />,
        true,
      )
    case 'between': {
      const ends = [
        { place: 'from', label: t('builder.from'), day: 'fromDay', amount: 'fromAmount' },
        { place: 'to', label: t('builder.to'), day: 'toDay', amount: 'toAmount' },
      ] as const
      return ends.map(end => (
        <Fragment key={end.place}>
          {slot(
            end.place,
            end.label,
            draft.type === 'date' ? (
              day(end.label, draft[end.day], value => onChange({ [end.day]: value }))
            ) : (
              <NumberInput
                value={draft[end.amount]}
                onChange={amount => onChange({ [end.amount]: amount }, end.place)}
                format={FORMAT}
                placeholder={end.label}
              />
            ),
          )}
        </Fragment>
      ))
    }
    default:
      return slot(
        'value',
        t('builder.value'),
        draft.type === 'date' ? (
          day(t('builder.day'), draft.day, value => onChange({ day: value }))
        ) : draft.type === 'number' ? (
          <NumberInput
            value={draft.amount}
            onChange={amount => onChange({ amount }, 'amount')}
            format={FORMAT}
            placeholder={placeholder}
          />
        ) : (
          text
        ),
      )
  }
}
