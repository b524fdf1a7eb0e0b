import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { drawText } from './codec.ts'
import { useCanvasShared } from '../visual-context.ts'
import { type TextSchema, UNKNOWN } from './schema.ts'

interface StaticTextProps {
  html: string
  schema: TextSchema
  style?: CSSProperties
}

/** A text as it looks, with chips for its merge fields. */
export function StaticText({ html, schema, style }: StaticTextProps) {
  const { unknown } = useCanvasShared()
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    host.current?.replaceChildren(drawText(html, schema))
    for (const chip of host.current?.querySelectorAll('.mail-field') ?? []) {
      chip.classList.toggle(UNKNOWN, unknown.has(chip.textContent))
    }
  }, [html, schema, unknown])
  return <div ref={host} style={style} className="mail-text" />
}
