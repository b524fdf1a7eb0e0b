import { cx } from '../cx.ts'

export type ButtonVariant = 'plain' | 'primary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-2 border font-medium whitespace-nowrap select-none ' +
  'transition-colors duration-(--mo-fast) ease-out disabled:border-line disabled:bg-sunken disabled:text-disabled ' +
  'disabled:shadow-none'

const variants: Record<ButtonVariant, string> = {
  plain:
    'border-line-strong bg-surface text-ink shadow-1 hover:bg-hover active:bg-pressed data-popup-open:bg-pressed ' +
    '[&>svg]:text-muted disabled:[&>svg]:text-disabled',
  primary:
    'primary border-transparent bg-accent text-inverse shadow-[var(--sh-1),inset_0_1px_0_rgb(255_255_255/.14)] ' +
    'hover:bg-accent-hover active:bg-accent-pressed',
  ghost:
    'border-transparent text-ink-2 hover:bg-hover active:bg-pressed data-popup-open:bg-pressed [&>svg]:text-muted ' +
    'disabled:border-transparent disabled:bg-transparent disabled:[&>svg]:text-disabled',
  danger: 'border-transparent bg-danger-fill text-inverse shadow-1 hover:brightness-95 active:brightness-90',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-control-sm px-2.5 text-12',
  md: 'h-control px-3 text-13',
  lg: 'h-control-lg px-3 text-14',
}

const squares: Record<ButtonSize, string> = {
  sm: 'size-control-sm',
  md: 'size-control',
  lg: 'size-control-lg',
}

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  block?: boolean | undefined
  square?: boolean | undefined
}

/** Class names shared by buttons, links that look like buttons, and icon buttons. */
export function buttonClass({ variant = 'plain', size = 'md', block, square }: ButtonLook): string {
  return cx(base, variants[variant], square ? squares[size] : sizes[size], block && 'w-full')
}
