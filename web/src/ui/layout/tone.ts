import { CircleAlert, CircleCheck, CircleX, Info, TriangleAlert, type LucideIcon } from 'lucide-react'

export type Tone = 'info' | 'success' | 'warning' | 'danger'

export const toneIcons: Record<Tone, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleX,
}

/** In running text an error is an exclamation mark; the cross is for things that ended badly. */
export const alertIcons: Record<Tone, LucideIcon> = { ...toneIcons, danger: CircleAlert }

export const toneInk: Record<Tone, string> = {
  info: 'text-info-ink',
  success: 'text-success-ink',
  warning: 'text-warning-ink',
  danger: 'text-danger-ink',
}
