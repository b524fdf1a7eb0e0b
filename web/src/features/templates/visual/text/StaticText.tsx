import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { drawText } from './codec.ts'
import type { TextSchema } from './schema.ts'

interface StaticTextProps {
  html: string
  schema: TextSchema
  style?: CSSProperties
}

/** A text as it looks, with chips for its merge fields. */
export function StaticText({ html, schema, style }: StaticTextProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    host.current?.replaceChildren(drawText(html, schema))
  }, [html, schema])
  return <div ref={host} style={style} className="mail-text" />
}
