import type { Problem } from '@notifly/contracts/templates/templates'
import { PackageX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import type { LivePreview } from '../../../../components/email/use-preview.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { StateCard } from '../../../../ui/feedback/StateCard.tsx'
import { SubjectLine } from '../../visual/panels/SubjectLine.tsx'
import type { EditorState } from '../use-editor.ts'
import { OutsideEditor } from './OutsideEditor.tsx'

const NO_PROBLEMS: readonly Problem[] = []

/** A mail whose blocks another editor keeps. */
export function OutsideMail({ state, preview }: { state: EditorState; preview: LivePreview }) {
  const { t } = useTranslation('templates')
  const fields = useMergeFields()
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex min-h-10 shrink-0 items-center border-b border-line bg-surface px-3 py-1">
        <SubjectLine state={state} fields={fields} problems={preview.data?.problems ?? NO_PROBLEMS} />
      </div>
      <div className="min-h-0 flex-1">
        <OutsideEditor document={state.content.document} onChange={state.change}>
          <div className="grid h-full place-items-center p-6">
            <StateCard
              kind="error"
              icon={PackageX}
              title={t('beefree.missing')}
              actions={
                state.maySave && (
                  <Button onClick={() => state.change({ mode: 'html', document: undefined })}>
                    {t('modes.toHtml')}
                  </Button>
                )
              }
            >
              {t('beefree.missingText')}
            </StateCard>
          </div>
        </OutsideEditor>
      </div>
    </div>
  )
}
