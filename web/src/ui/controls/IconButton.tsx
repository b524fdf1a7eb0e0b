import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { Spinner } from '../feedback/Spinner.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  /** What the button does: read aloud, and shown as a tooltip unless `tooltip` is off. */
  label: string
  variant?: ButtonVariant
  size?: ButtonSize
  iconSize?: 12 | 14 | 16 | 20
  flip?: boolean
  loading?: boolean
  tooltip?: boolean
}

/** A square button with only an icon. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size = 'md',
  iconSize = size === 'sm' ? 14 : 16,
  flip = false,
  loading = false,
  tooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={tooltip ? label : undefined}
      aria-busy={loading || undefined}
      className={cx(buttonClass({ variant, size, square: true }), className)}
    >
      {loading ? <Spinner size={iconSize} /> : <Icon of={icon} size={iconSize} flip={flip} />}
    </button>
  )
}
