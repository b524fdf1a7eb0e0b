import { Slider } from '@base-ui/react/slider'

export type RangeInputProps = {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  /** The value as it is read aloud, such as "20%". */
  valueText: string
  'aria-label': string
}

/** A slider for a number in a small range; put a NumberInput beside it for typing. Arrow keys step. */
export function RangeInput({ value, onChange, min, max, valueText, ...rest }: RangeInputProps) {
  return (
    <Slider.Root
      value={Math.min(max, Math.max(min, value))}
      onValueChange={next => onChange(Array.isArray(next) ? (next[0] ?? min) : next)}
      min={min}
      max={max}
      thumbAlignment="edge"
      className="min-w-0 flex-1"
    >
      <Slider.Control className="flex h-control touch-none items-center select-none">
        <Slider.Track className="h-1 w-full rounded-full bg-line-strong">
          <Slider.Indicator className="rounded-full bg-accent" />
          <Slider.Thumb
            getAriaLabel={() => rest['aria-label']}
            getAriaValueText={() => valueText}
            className={
              'size-4 rounded-full border border-line-control bg-surface shadow-1 outline-offset-2 ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-focus data-disabled:border-line-strong'
            }
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
