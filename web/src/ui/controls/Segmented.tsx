import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { LucideIcon } from 'lucide-react'
import { cx } from '../cx.ts'
import { useFieldState } from './field-context.ts'
import { Icon } from '../layout/Icon.tsx'

export type Segment<Value extends string> = {
  value: Value
  label: string
  icon?: LucideIcon
  /** Shows only the icon; the label remains its accessible name. */
  iconOnly?: boolean
}

export type SegmentedProps<Value extends string> = {
  segments: readonly Segment<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  size?: 'sm' | 'md'
  /** As wide as its container, with segments of equal width. */
  block?: boolean
  /** Wraps into further rows instead of scrolling; on a phone into two columns. */
  wrap?: boolean
  disabled?: boolean
  'aria-label'?: string
}

/** Two to four short choices, one of which is always selected. Arrow keys move. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { segments, value, onChange, size = 'md', block, wrap, disabled } = props
  const field = useFieldState()
  return (
    <RadioGroup
      value={value}
      onValueChange={next => onChange(next as Value)}
      disabled={disabled}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-label'] ? undefined : field.labelId}
      aria-describedby={field.describedBy}
      className={cx(
        // If there is no room for all segments, they scroll.
        'max-w-full gap-0.5 overflow-x-auto rounded-2 bg-neutral-soft p-0.5 [scrollbar-width:none]',
        block ? 'flex w-full' : 'inline-flex',
        size === 'sm' ? 'h-control-sm' : 'h-control',
        wrap && 'h-auto! flex-wrap max-sm:grid max-sm:w-full max-sm:grid-cols-2 sm:self-start',
      )}
    >
      {segments.map(segment => (
        <Radio.Root
          key={segment.value}
          value={segment.value}
          nativeButton
          render={<button type="button" />}
          aria-label={segment.label}
          className={cx(
            'inline-flex h-full shrink-0 items-center justify-center gap-1.5 rounded-1 px-2.5 text-12 font-medium whitespace-nowrap ' +
              'text-ink-2 outline-offset-[-2px] hover:text-ink data-checked:bg-seg-on data-checked:text-ink data-disabled:not-data-checked:text-muted ' +
              'data-checked:data-disabled:text-ink-2 ' +
              'data-checked:shadow-[0_0_0_1px_var(--c-border),var(--sh-1)]',
            block && 'flex-1',
            wrap && (size === 'sm' ? 'h-6! max-sm:h-9!' : 'h-7! max-sm:h-9!'),
          )}
        >
          {segment.icon && <Icon of={segment.icon} size={14} />}
          {!segment.iconOnly && segment.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
