import { cloneElement, type ReactElement } from 'react'

export type TooltipProps = {
  text: string
  /** One focusable element; it keeps its own name, and the text is read after it. */
  children: ReactElement<object>
}

/** A short hint on hover and keyboard focus, drawn by the one TooltipLayer. Never the only place of a needed fact. */
export function Tooltip({ text, children }: TooltipProps) {
  const hint: Record<string, string> = { 'data-tip': text, 'aria-description': text }
  return cloneElement(children, hint)
}
