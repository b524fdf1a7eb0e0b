import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'

export interface FoldingToolbarProps {
  find: ReactNode
  /** What the button of the filters says. */
  label: string
  /** How many filters narrow the list. */
  active: number
  /** The filters. */
  children: ReactNode
}

/** The toolbar of a list with many filters. On a phone a button beside the search shows them; it counts those that narrow the list. */
export function FoldingToolbar({ find, label, active, children }: FoldingToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Toolbar
      find={find}
      folded={!isOpen}
      end={
        <Button icon={SlidersHorizontal} className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label}
          {active > 0 && <b className="tnum ms-1.5 font-medium">{active}</b>}
        </Button>
      }
    >
      {children}
    </Toolbar>
  )
}
