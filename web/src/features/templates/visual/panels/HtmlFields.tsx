import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../../../../components/email/code/CodeEditor.tsx'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { kindOf } from '../model/kinds.ts'
import { type ElementNode, replace } from '../mjml/tree.ts'
import { isEditable } from '../text/codec.ts'
import { LINE, TEXT } from '../text/schema.ts'
import { useVisualShared } from '../visual-context.ts'

const NO_PROBLEMS: readonly [] = []

/** HTML that is written by hand, where it stands in the mail. */
export function HtmlFields({ node }: { node: ElementNode }) {
  const { t } = useTranslation('visual')
  const { visual, fields } = useVisualShared()
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="font-medium">
        {t('html.label')}
      </span>
      <div className="h-64 overflow-hidden rounded-2 border border-line-control bg-surface">
        <CodeEditor
          kind="html"
          label={t('html.label')}
          value={node.content ?? ''}
          fields={fields}
          problems={NO_PROBLEMS}
          onFocus={() => {}}
          // A closing tag of the block itself would end it: what comes after would be no part of it any more.
          onChange={next =>
            visual.edit(
              root => replace(root, node.id, each => ({ ...(each as ElementNode), content: kept(next, node.tag) })),
              { about: `html.${node.id}` },
            )
          }
        />
      </div>
      <p className="text-12 text-muted">{t('html.help')}</p>
    </div>
  )
}

function kept(html: string, tag: string): string {
  return html.replaceAll(`</${tag}`, `&lt;/${tag}`)
}

/** Why a text cannot be written in its place, with its HTML to change instead. */
export function TextNote({ node }: { node: ElementNode }) {
  const { t } = useTranslation('visual')
  const schema = kindOf(node) === 'button' ? LINE : TEXT
  // While one is at it its source does not turn into something else.
  const [isWritten] = useState(() => isEditable(node.content ?? '', schema))
  if (isWritten) return null
  return (
    <>
      <Alert tone="info">{t('html.tooRich')}</Alert>
      <HtmlFields node={node} />
    </>
  )
}

/** Of what the editor does not know. */
export function KeptNote({ tag }: { tag: string }) {
  const { t } = useTranslation('visual')
  return <Alert tone="info">{t('kept.text', { tag })}</Alert>
}
