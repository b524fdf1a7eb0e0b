import type { Approval } from '@notifly/contracts/approvals/approvals'
import { listTemplates, readTemplate } from '@notifly/contracts/templates/templates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { PendingBanner } from '../../../components/approvals/PendingBanner.tsx'
import { ReopenBanner } from '../../../components/approvals/ReopenBanner.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import type { AnyEditor } from './use-editor.ts'

interface EditorNotesProps {
  state: AnyEditor
  /** The request that is open on the template. */
  approval: string | undefined
  /** The rejected request that is being corrected. */
  request: Approval | undefined
  /** What the page itself has to say. */
  note: ReactNode
  /** Shows what somebody else saved meanwhile. */
  onCompare: () => void
}

/** What has to be said above the text: what waits for approval, text kept from an earlier visit, why a save failed. */
export function EditorNotes({ state, approval, request, note, onCompare }: EditorNotesProps) {
  const { kept, failure } = state
  if (!kept && !failure && !note && approval === undefined && request === undefined) return null
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line bg-surface px-4 py-2">
      <PendingBanner approval={approval} refreshes={[readTemplate, listTemplates]} />
      <ReopenBanner request={request} />
      {note}
      {kept && <KeptNote state={state} keptOn={kept.keptOn} />}
      {failure && failure.status !== 403 && failure.status !== 401 && (
        <FailureNote state={state} approval={approval} onCompare={onCompare} />
      )}
    </div>
  )
}

function KeptNote({ state, keptOn }: { state: AnyEditor; keptOn: number }) {
  const { t } = useTranslation('templates')
  const { longDate } = useDisplay(useZone())
  return (
    <Alert
      tone="info"
      action={
        <span className="flex gap-2">
          <Button size="sm" variant="ghost" onClick={state.dropKept}>
            {t('kept.drop')}
          </Button>
          <Button size="sm" onClick={state.takeKept}>
            {t('kept.take')}
          </Button>
        </span>
      }
    >
      {t('kept.text', { when: longDate(keptOn) })}
    </Alert>
  )
}

function FailureNote({ state, approval, onCompare }: Omit<EditorNotesProps, 'request' | 'note'>) {
  const { t } = useTranslation('templates')
  const { failure } = state
  if (!failure) return null
  const named = state.faultOf('name')
  const message = named === undefined ? translateSentence(failure) : `${t('editor.name')}: ${named}`
  return (
    <Alert
      tone="danger"
      live
      action={
        failure.status === 409 &&
        approval === undefined && (
          <span className="flex flex-wrap justify-end gap-2">
            <Button size="sm" variant="ghost" onClick={() => void state.save(newestIn(failure) ?? 'newest')}>
              {t('editor.saveOver')}
            </Button>
            <Button size="sm" onClick={onCompare}>
              {t('conflict.compare')}
            </Button>
          </span>
        )
      }
    >
      {message} {t('editor.kept')}
    </Alert>
  )
}

/** The version that a save met; undefined where the answer does not say. */
function newestIn({ data }: ApiError): number | undefined {
  return (data as { version?: number } | undefined)?.version
}
