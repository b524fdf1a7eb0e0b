import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { lazyPopup } from './lazy-popup.tsx'

export type MenuAction = {
  label: string
  icon?: LucideIcon | undefined
  /** Muted, at the end: a key or a count. */
  hint?: ReactNode
  danger?: boolean | undefined
  disabled?: boolean | undefined
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: (() => void) | undefined })

export type MenuItem = MenuAction | { separator: true } | { heading: string }

export type MenuProps = {
  /** A Button, IconButton or ChipButton. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top' | 'inline-end'
  /** Above the rows: who is signed in. */
  header?: ReactNode
  className?: string
}

/** Acts and links behind one button. Arrow keys and first letters move, Esc closes. */
export const Menu: ComponentType<MenuProps> = lazyPopup('menu', async () => (await import('./MenuPopup.tsx')).MenuPopup)
