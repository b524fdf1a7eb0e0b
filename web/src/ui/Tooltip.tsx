import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export type TooltipProps = {
  text: ReactNode
  /** One focusable element; it keeps its own name, the tooltip only shows. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
}

/** A short hint on hover and keyboard focus. Never the only place of a fact that is needed. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-(--z-menu)">
          <Base.Popup className="pop max-w-70 rounded-2 bg-ink px-2 py-1 text-12 font-medium text-surface">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
