import type { Problem } from '@notifly/contracts/templates/templates'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { partsOf } from '../../../../components/email/content.ts'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { PreviewPane, type View, ViewChoice } from '../../../../components/email/PreviewPane.tsx'
import type { LivePreview } from '../../../../components/email/use-preview.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { cx } from '../../../../ui/cx.ts'
import { StateCard } from '../../../../ui/feedback/StateCard.tsx'
import { SubjectLine } from '../../visual/panels/SubjectLine.tsx'
import { ClientLimits, LinkChecks } from '../MailChecks.tsx'
import { ProblemsPanel } from '../ProblemsPanel.tsx'
import { mend } from '../remedies.ts'
import type { EditorState } from '../use-editor.ts'
import { OutsideEditor } from './OutsideEditor.tsx'

const NO_PROBLEMS: readonly Problem[] = []

interface OutsideMailProps {
  state: EditorState
  preview: LivePreview
  view: View
  onView: (view: View) => void
  /** Chooses whose mail the preview is. */
  onAs: (uuid: string | undefined) => void
}

/** A mail whose blocks another editor keeps: that editor or the mail as it will look, above what is wrong with it. */
export function OutsideMail({ state, preview, view, onView, onAs }: OutsideMailProps) {
  const { t } = useTranslation('templates')
  const fields = useMergeFields()
  const [side, setSide] = useState<'editor' | 'preview'>('editor')
  const problems = preview.data?.problems ?? NO_PROBLEMS
  const isPreview = side === 'preview'
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-3 py-1">
        <Segmented
          size="sm"
          aria-label={t('beefree.view')}
          value={side}
          onChange={setSide}
          segments={(['editor', 'preview'] as const).map(value => ({ value, label: t(`beefree.${value}`) }))}
        />
        <SubjectLine state={state} fields={fields} problems={problems} />
        {isPreview && <ViewChoice view={view} onView={onView} />}
        {isPreview && <ContactPicker current={preview.data?.contact ?? null} onChoose={onAs} />}
      </div>
      {/* What is behind the preview goes on: the other editor loses what it has not handed over yet when it goes. */}
      <div className={cx('min-h-0 flex-1', isPreview && 'hidden')}>
        <OutsideEditor document={state.content.document} onChange={state.change}>
          <Missing state={state} />
        </OutsideEditor>
      </div>
      {isPreview && (
        <div className="flex min-h-0 flex-1 flex-col">
          <PreviewPane preview={preview} view={view} />
        </div>
      )}
      <ProblemsPanel
        problems={problems}
        sizeBytes={preview.isStale ? undefined : preview.data?.size_bytes}
        onGoTo={({ part }) => part === 'html' && setSide('editor')}
        onMend={problem => state.change(mend(state.content, problem, '').content)}
        mayMend={({ part }) => part !== 'html'}
        placeOf={({ part }) => (part === 'html' ? t('beefree.inside') : undefined)}
      >
        <ClientLimits limits={preview.data?.client_limits ?? []} />
        <LinkChecks content={partsOf(state.content)} />
      </ProblemsPanel>
    </div>
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
