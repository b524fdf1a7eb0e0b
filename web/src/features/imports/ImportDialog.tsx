import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  type ColumnPreview,
  downloadErrorFile,
  insertImport,
  SEGMENT_NAME_MAX,
  type Verification,
} from '@notifly/contracts/imports/imports'
import { Columns3, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../api/client.ts'
import { DownloadButton } from '../../components/files/DownloadButton.tsx'
import { ACCEPT_TEXT } from '../../components/files/list-files.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { ImportReport } from './ImportReport.tsx'
import type { Refusal, Upload, UploadState } from './use-upload.ts'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

export interface ImportDialogProps {
  upload: Upload
  /** The insert has begun under this id. */
  onInserted: (importId: string) => void
  /** The insert waits for approval. */
  onHeld: () => void
  /** The rejected request that this answers. */
  reopens?: { reopens?: string }
}

/** The steps from a selected file to its insert: upload, checks, errors, and the name of the segment. */
export function ImportDialog({ upload, onInserted, onHeld, reopens }: ImportDialogProps) {
  const { t } = useTranslation(['audience', 'common', 'imports'])
  // On a phone the focus would scroll past what is wrong, and the foot has room for two buttons.
  const isPhone = useIsPhone()
  const { target, state, start, stop } = upload
  const verification = state.step === 'checked' ? state.verification : undefined
  const form = useApiForm(bodyOf(insertImport), { defaultValues: { segment_name: '' } })
  const insert = form.submit(async body => {
    if (!verification) return
    const params = { uuid: verification.corelation_id }
    const { makerChecker } = await callWithMeta(insertImport, { params, body: { ...body, ...reopens } })
    if (makerChecker) {
      form.reset()
      onHeld()
    } else onInserted(verification.corelation_id)
  })
  const { isSubmitting, isDirty, isValid } = form.formState
  const isLosable = state.step !== 'idle' && !isSubmitting && (isDirty || (verification?.expected_users ?? 0) > 0)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    form.reset()
    stop()
  }
  const askToClose = () => (isLosable ? setAsking(true) : close())
  return (
    <Dialog
      open={state.step !== 'idle'}
      onOpenChange={open => !open && askToClose()}
      size="lg"
      title={target.kind === 'phonebook' ? t('imports:phonebook.title') : t('import.title')}
      description={t(`import.steps.${state.step}`)}
      onSubmit={insert}
      footerStart={
        <Button variant="ghost" onClick={askToClose}>
          {t('common:ui.cancel')}
        </Button>
      }
      footer={
        verification && (
          <>
            {!isPhone && <ErrorFileButton verification={verification} />}
            <InsertButton verification={verification} canInsert={isValid} isInserting={isSubmitting} />
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <ChosenFile state={state} onFile={start} />
        <Columns key={state.step} upload={upload} />
        {verification && (
          <>
            <ImportReport verification={verification} />
            {isPhone && <ErrorFileButton verification={verification} />}
            <FormFailure error={form.failure} />
            {verification.expected_users > 0 && (
              <Field
                label={t('segment.name')}
                help={target.kind === 'phonebook' ? t('imports:phonebook.matching') : t('import.matching')}
                error={form.errorOf('segment_name')}
              >
                <TextInput
                  {...form.register('segment_name')}
                  maxLength={SEGMENT_NAME_MAX}
                  counter
                  autoFocus={!isPhone}
                />
              </Field>
            )}
          </>
        )}
      </div>
      <LeaveGuard dirty={isLosable} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('import.discard.title')}
        action={t('import.discard.action')}
        onConfirm={close}
      >
        {t('import.discard.text')}
      </ConfirmDialog>
    </Dialog>
  )
}

function ChosenFile({ state, onFile }: { state: UploadState; onFile: (file: File) => void }) {
  const { t } = useTranslation(['audience', 'imports'])
  const chooser = useRef<HTMLInputElement>(null)
  const error = useRefusalWords(state.step === 'refused' ? state.refusal : undefined)
  const detail = useFileDetail(state)
  if (state.step === 'idle') return null
  const isSettled = state.step === 'checked' || state.step === 'refused'
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPT_TEXT}
        className="hidden"
        aria-label={t('import.file')}
        onChange={event => {
          const file = event.currentTarget.files?.[0]
          // The same file, mended, is news as well.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <FileDrop
        label={t('import.file')}
        help={t('imports:fileHelp')}
        file={{ name: state.file.name, sizeBytes: state.file.size }}
        onFile={onFile}
        progress={state.step === 'sending' ? state : null}
        detail={detail}
        error={error}
        action={
          isSettled ? (
            <Button size="sm" icon={RotateCw} onClick={() => chooser.current?.click()}>
              {t('import.retry')}
            </Button>
          ) : (
            state.step === 'checking' && <Spinner />
          )
        }
      />
    </>
  )
}

function useFileDetail(state: UploadState): string | undefined {
  const { t } = useTranslation('audience')
  if (state.step === 'checking') return t('import.checking')
  if (state.step !== 'checked') return undefined
  const { rows_total: rows, columns } = state.verification
  const merge = columns.filter(column => column.merge_field).length
  return [
    t('import.rows', { count: rows }),
    t('import.columnCount', { count: columns.length }),
    t('import.mergeCount', { count: merge }),
  ].join(' · ')
}

/** The contract's keys have their own texts; the server's other sentences are in its catalogue. */
function useRefusalWords(refusal: Refusal | undefined): string | undefined {
  const { t } = useTranslation(['audience', 'imports'])
  if (refusal === undefined) return undefined
  const { said } = refusal
  // What the page itself says before a file is sent.
  if (said.key === 'csvFile2mb') return t('import.refused.csvFile2mb')
  return said.key === 'wrongKind' && said.message === undefined ? t('imports:wrongKind') : translateSentence(said)
}

/** The mapping of columns: required if the header is not clear, optional otherwise. */
function Columns({ upload: { target, state, start } }: { upload: Upload }) {
  const { t } = useTranslation('imports')
  const [isOpen, setOpen] = useState(false)
  const isAsked = state.step === 'refused'
  const columns = isAsked
    ? state.refusal.columns
    : state.step === 'checked'
      ? previewsOf(state.verification)
      : undefined
  // After a reload the browser has the result and no longer the file.
  if (columns === undefined || state.step === 'idle' || !(state.file instanceof File)) return null
  const { file } = state
  if (!isAsked && !isOpen) {
    return (
      <div>
        <Button size="sm" icon={Columns3} onClick={() => setOpen(true)}>
          {t('mapping.change')}
        </Button>
      </div>
    )
  }
  return (
    <ColumnMapping
      columns={columns}
      required={target.kind === 'phonebook' ? 'phone_number' : 'email'}
      onApply={mapping => start(file, { mapping: JSON.stringify(mapping) })}
      {...(!isAsked && { onCancel: () => setOpen(false) })}
    />
  )
}

function previewsOf({ columns }: Verification): ColumnPreview[] {
  return columns.map(({ name, becomes, type, samples }) => ({ name, type, samples, suggestion: becomes }))
}

function ErrorFileButton({ verification }: { verification: Verification }) {
  const { t } = useTranslation('audience')
  const { error_id: id } = verification
  if (id === undefined) return null
  return (
    <DownloadButton endpoint={downloadErrorFile} input={{ query: { uuid: id } }} name="errors.csv">
      {t('import.errorFile')}
    </DownloadButton>
  )
}

interface InsertButtonProps {
  verification: Verification
  canInsert: boolean
  isInserting: boolean
}

function InsertButton({ verification, canInsert, isInserting }: InsertButtonProps) {
  const { t } = useTranslation('audience')
  const approvalLabel = useApprovalLabel(ACTIVITY.segmentation)
  const { expected_users: count, rejected } = verification
  if (count === 0) return null
  return (
    <Button variant="primary" type="submit" disabled={!canInsert} loading={isInserting}>
      {approvalLabel(t(rejected > 0 ? 'import.insertIgnoring' : 'import.insert', { count }))}
    </Button>
  )
}
