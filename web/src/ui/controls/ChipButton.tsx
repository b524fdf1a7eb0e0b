import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { useUi } from '../UiProvider.tsx'

const chip =
  'inline-flex h-control-sm shrink-0 items-center gap-1.5 rounded-2 border px-2 text-12 whitespace-nowrap text-ink-2 ' +
  'hover:bg-hover data-popup-open:bg-hover'

export type ChipButtonProps = Omit<ComponentProps<'button'>, 'value'> & {
  label: string
  /** The current value, such as "all". */
  value?: ReactNode
  /** Whether the filter narrows the list. */
  active?: boolean
}

/** The button of a filter: its name and value. Opens a menu or a popper. */
export function ChipButton({ label, value, active, className, ...rest }: ChipButtonProps) {
  const { words } = useUi()
  return (
    <button
      type="button"
      {...rest}
      className={cx(chip, active ? 'border-accent-line bg-selected' : 'border-line-strong bg-surface', className)}
    >
      <span>
        {label}
        {value !== undefined && words.colon}
        {value !== undefined && <b className="font-medium text-ink">{value}</b>}
      </span>
      <Icon of={ChevronDown} size={14} className="text-muted" />
    </button>
  )
}

export type CountChipProps = {
  label: string
  count?: ReactNode
  pressed: boolean
  onPress: () => void
}

/** A preset filter with the number of rows behind it; pressed while it is active. */
export function CountChip({ label, count, pressed, onPress }: CountChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(chip, pressed ? 'border-accent-line bg-selected' : 'border-line-strong bg-surface')}
    >
      {label}
      {count !== undefined && <b className="tnum font-medium text-ink">{count}</b>}
    </button>
  )
}
