import type { Brand } from '@notifly/contracts/brand/brand'
import type { EmailMode } from '@notifly/contracts/templates/templates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TemplateEditor } from '../editor/TemplateEditor.tsx'
import type { EditorProps } from '../editor/use-editor.ts'
import { useBlockWord } from '../visual/use-block-word.ts'
import type { DesignId } from './design-ids.ts'
import { designContent } from './designs.ts'

interface DesignEditorProps extends EditorProps {
  design: DesignId
  brand: Brand | undefined
  mode: EmailMode
  note: ReactNode
}

/** A new template that begins as a design of the gallery. */
export function DesignEditor({ design, brand, mode, ...props }: DesignEditorProps) {
  const { t, i18n } = useTranslation('gallery')
  const word = useBlockWord()
  return (
    <TemplateEditor
      first={{ ...designContent(design, { brand, word, language: i18n.language, t }), mode }}
      {...props}
    />
  )
}
