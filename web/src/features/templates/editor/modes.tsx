import { previewTemplate } from '@notifly/contracts/templates/templates'
import { Blocks, FileCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { partsOf } from '../../../components/email/content.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import type { EditorState } from './use-editor.ts'

interface MjmlToolsProps {
  state: EditorState
  onHtml: () => void
}

/** From the source of MJML to the other two ways to write a mail. */
export function MjmlTools({ state, onHtml }: MjmlToolsProps) {
  const { t } = useTranslation('templates')
  const [kept, setKept] = useState<{ tags: readonly string[]; hasStyles: boolean }>()
  const open = () => state.change({ mode: 'visual' })
  const ask = async () => {
    const { unsupportedParts } = await import('../visual/model/locked.ts')
    const found = unsupportedParts(state.content.mjml ?? '')
    if (found.tags.length === 0 && !found.hasStyles) open()
    else setKept(found)
  }
  return (
    <>
      {kept && (
        <ConfirmDialog
          onOpenChange={() => setKept(undefined)}
          title={t(kept.tags.length > 0 ? 'modes.lockedTitle' : 'modes.stylesTitle')}
          action={t('modes.toVisual')}
          tone="primary"
          onConfirm={open}
        >
          {kept.tags.length > 0 && (
            <>
              {t('modes.lockedText')}
              <span dir="ltr" className="mt-2 mb-2 block font-mono text-12">
                {kept.tags.map(tag => `<${tag}>`).join(' ')}
              </span>
            </>
          )}
          {kept.hasStyles && t('modes.stylesText')}
        </ConfirmDialog>
      )}
      <Button size="sm" variant="ghost" icon={Blocks} onClick={() => void ask()}>
        {t('modes.toVisual')}
      </Button>
      <Button size="sm" variant="ghost" icon={FileCode} onClick={onHtml}>
        {t('modes.toHtml')}
      </Button>
    </>
  )
}

interface HtmlDialogProps {
  state: EditorState
  onClose: () => void
}

/** Asks before a mail becomes HTML: there is no way back to its blocks. */
export function HtmlDialog({ state, onClose }: HtmlDialogProps) {
  const { t } = useTranslation('templates')
  const [failure, setFailure] = useState<string>()
  const [isReading, setReading] = useState(false)
  const turn = async () => {
    setReading(true)
    setFailure(undefined)
    try {
      const body = { content: partsOf(state.content), sample: {}, with_source: true }
      const { html_source: html = '' } = await call(previewTemplate, { body })
      if (html !== '') {
        state.change({ mode: 'html', mjml: undefined, document: undefined, html })
        return onClose()
      }
      // What cannot be compiled has no HTML.
      setFailure(t('modes.broken'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(translateSentence(error))
    }
    setReading(false)
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={t('modes.htmlTitle')}
      action={t('modes.htmlAction')}
      tone="primary"
      loading={isReading}
      error={failure}
      onConfirm={() => void turn()}
    >
      {t('modes.oneWay')}
    </ConfirmDialog>
  )
}
