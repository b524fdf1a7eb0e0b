import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../../components/session/use-session.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { StateCard } from '../../../../ui/feedback/StateCard.tsx'
import { useIsPhone, useMediaQuery } from '../../../../ui/use-media-query.ts'
import { MailDesk, type Side } from '../page/MailDesk.tsx'
import type { BlockProblems, VisualEditorProps } from '../page/page-props.ts'
import { type MailPart, MailParts } from '../page/MailParts.tsx'
import type { EditorState } from '../use-editor.ts'
import { ExternalEditor } from './ExternalEditor.tsx'

/** The other editor has panels of its own, and asks for 1,024 pixels. */
const NO_ROOM_BESIDE = '(width < 86rem)'

/** A mail whose blocks another editor keeps, in the same page as ours. */
export function ExternalMailEditor(props: VisualEditorProps) {
  const { t } = useTranslation('templates')
  const { state } = props
  const isPhone = useIsPhone()
  const isNarrow = useMediaQuery(NO_ROOM_BESIDE)
  // Its session is for members who write; the others see the mail.
  const mayOpen = useCan(ACTIVITY.templateEmail, 'create')
  const [side, setSide] = useState<Side>('preview')
  const [part, setPart] = useState<MailPart>(isPhone || !mayOpen ? 'preview' : 'editor')
  // Only the other editor can change what its own document has.
  const problems: BlockProblems = {
    goTo: () => setPart(isPhone || !mayOpen ? 'preview' : 'editor'),
    mend: () => {},
    mayMend: () => false,
    placeOf: () => t('beefree.inside'),
  }
  const editor = (
    <ExternalEditor document={state.content.document} onChange={state.change} askFirst={state.askFirst}>
      <Missing state={state} />
    </ExternalEditor>
  )
  if (!isNarrow && mayOpen) {
    return (
      <MailDesk {...props} side={side} onSide={setSide} problems={problems}>
        <div className="min-h-0 flex-1">{editor}</div>
      </MailDesk>
    )
  }
  return (
    <MailParts
      {...props}
      part={part}
      onPart={setPart}
      problems={problems}
      note={isPhone && mayOpen && <Alert className="mx-4 mt-3">{t('beefree.phone')}</Alert>}
      {...(!isPhone && mayOpen && { editor: { label: t('beefree.editor'), content: editor, stays: true } })}
    />
  )
}

function Missing({ state }: { state: EditorState }) {
  const { t } = useTranslation('templates')
  return (
    <div className="grid h-full place-items-center p-6">
      <StateCard
        kind="error"
        icon={PackageX}
        title={t('beefree.missing')}
        actions={
          state.maySave && (
            <Button onClick={() => state.change({ mode: 'html', document: undefined })}>{t('modes.toHtml')}</Button>
          )
        }
      >
        {t('beefree.missingText')}
      </StateCard>
    </div>
  )
}
