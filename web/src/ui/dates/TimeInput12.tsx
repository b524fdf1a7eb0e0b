import { useFieldState } from '../controls/field-context.ts'
import { NumberInput } from '../controls/NumberInput.tsx'
import { Segmented } from '../controls/Segmented.tsx'
import { Select } from '../controls/options/Select.tsx'
import type { Time12 } from './time12.ts'
import { useUi } from '../UiProvider.tsx'

export type TimeInput12Props = {
  value: Time12
  onChange: (value: Time12) => void
  /** What the time is for; precedes "Hour" and "Minute" for screen readers. */
  label: string
}

const minutes = ([0, 15, 30, 45] as const).map(minute => {
  const text = String(minute).padStart(2, '0')
  return { value: String(minute), label: text }
})

/** A time of day on a 12-hour clock, with minutes in steps of 15. The hour is 0 until one is typed. */
export function TimeInput12({ value, onChange, label }: TimeInput12Props) {
  const { words } = useUi()
  const { labelId } = useFieldState()
  return (
    // Hours precede minutes in every script.
    <div dir="ltr" role="group" aria-label={label} aria-labelledby={labelId} className="inline-flex items-center gap-1">
      <NumberInput
        value={value.hour}
        onChange={hour => onChange({ ...value, hour: hour ?? 0 })}
        min={1}
        max={12}
        allowOutOfRange
        align="center"
        format={{ minimumIntegerDigits: value.hour === 0 ? 2 : 1, useGrouping: false }}
        className="w-14"
        aria-label={`${label}: ${words.hour}`}
      />
      <span aria-hidden className="text-muted">
        :
      </span>
      <Select
        options={minutes}
        value={String(value.minute)}
        onChange={minute => onChange({ ...value, minute: Number(minute) as Time12['minute'] })}
        className="tnum w-16! max-sm:w-20!"
        aria-label={`${label}: ${words.minute}`}
      />
      <span className="ms-1 inline-flex">
        <Segmented
          segments={[
            { value: 'am', label: words.am },
            { value: 'pm', label: words.pm },
          ]}
          value={value.period}
          onChange={period => onChange({ ...value, period })}
          aria-label={`${label}: ${words.am} / ${words.pm}`}
        />
      </span>
    </div>
  )
}
