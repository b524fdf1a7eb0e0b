import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kindOf } from '../model/kinds.ts'
import { type ElementNode, replace } from '../mjml/tree.ts'
import { isEditable } from '../text/codec.ts'
import { RichText } from '../text/RichText.tsx'
import type { TextSchema } from '../text/schema.ts'
import { StaticText } from '../text/StaticText.tsx'
import { useVisualShared } from '../visual-context.ts'

interface WrittenTextProps {
  node: ElementNode
  schema: TextSchema
  style?: CSSProperties
  className?: string
}

/** The chosen text: written in its place, unless its HTML is more than the editor knows. */
export function InlineTextEditor({ node, schema, style, className }: WrittenTextProps) {
  const { t } = useTranslation('visual')
  const { visual, mayWrite, start, unknown, onView, endWriting, onLinkOpen } = useVisualShared()
  const html = node.content ?? ''
  const kind = kindOf(node)
  // What was read once stays editable: whatever is written here comes from the editor itself.
  const [isKnown] = useState(() => isEditable(html, schema))
  if (!isKnown || kind === 'html') return <StaticText html={html} schema={schema} style={style ?? {}} />
  return (
    <RichText
      html={html}
      schema={schema}
      style={style ?? {}}
      {...(className !== undefined && { className })}
      label={t(`kinds.${kind}`)}
      start={start}
      unknown={unknown}
      readOnly={!mayWrite}
      onView={onView}
      onLeave={endWriting}
      onLink={() => onLinkOpen(true)}
      onChange={next =>
        visual.edit(root => replace(root, node.id, each => ({ ...(each as ElementNode), content: next })), {
          about: `text.${node.id}`,
        })
      }
    />
  )
}
