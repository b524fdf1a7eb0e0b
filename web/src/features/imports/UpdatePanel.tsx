import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listContacts, listMergeFields } from '@notifly/contracts/contacts/audience'
import {
  downloadErrorFile,
  UPDATE_MAX_BYTES,
  updateByFile,
  type UpdateResult,
} from '@notifly/contracts/imports/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { refresh } from '../../api/queries.ts'
import { upload } from '../../api/upload.ts'
import { DownloadButton } from '../../components/files/DownloadButton.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { type CsvPreview, faultsOfUpdate, isOfHeader, readCsv, type UpdateFault } from './check-update.ts'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

/** Changes contacts through a file that contains their uuids. */
export function UpdatePanel({ reopens }: { reopens: { reopens?: string } }) {
  const { t } = useTranslation(['imports', 'common'])
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const { state, file, choose, send, forget } = useFileUpdate(reopens)
  const faults = state.step === 'chosen' ? state.faults : []
  const preview = state.step === 'chosen' || state.step === 'sending' ? state.preview : null
  const isSettled = state.step === 'done' || state.step === 'held'
  return (
    <Panel title={t('update.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('update.lead')}</p>
        <FileDrop
          label={t('update.file')}
          help={t('update.fileHelp')}
          file={file && !isSettled ? { name: file.name, sizeBytes: file.size } : null}
          onFile={chosen => void choose(chosen)}
          onRemove={forget}
          accept={{ 'text/csv': ['.csv'] }}
          progress={state.step === 'sending' ? state : null}
        />
        <Faults faults={faults} />
        {preview && <PreviewTable preview={preview} />}
        {preview && (
          <div>
            <Button
              variant="primary"
              disabled={faults.length > 0}
              loading={state.step === 'sending'}
              onClick={() => void send()}
            >
              {approvalLabel(t('update.action'))}
            </Button>
          </div>
        )}
        {state.step === 'done' && <Result result={state.result} />}
        {state.step === 'held' && (
          <Alert tone="info" live>
            {t('update.held')}
          </Alert>
        )}
        <p className="text-12 text-muted">
          <Link href="/csv/notifly-update-audience.csv" download>
            {t('update.sample')}
          </Link>
        </p>
      </div>
    </Panel>
  )
}

/** The errors for which the file is refused, in red above its rows. */
function Faults({ faults }: { faults: readonly UpdateFault[] }) {
  const { t } = useTranslation(['imports', 'sentences'])
  return (
    <div role="alert" className="text-danger-ink empty:hidden">
      {faults.length > 0 && (
        <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
          {faults.map((fault, index) => (
            <li key={`${index} ${fault.line}`}>
              {fault.line === undefined || isOfHeader(fault)
                ? faultWords(fault, t)
                : t('update.onLine', { line: fault.line, fault: faultWords(fault, t) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const KEYS = [
  'invalidEmail',
  'missingUUID',
  'upToLimitedColumns',
  'parseCsv',
  'readingCsvFile',
  'csvFile2mb',
  'wrongKind',
] as const

function faultWords(fault: UpdateFault, t: (key: string) => string): string {
  const known = KNOWN_FAULTS.get(fault.key ?? '')
  if (known === 'missingUUID' && isOfHeader(fault)) return `${translateSentence(fault)} ${t('update.getUuids')}`
  // A row that is too short or has an open quote has a message of its own.
  if (known === undefined || (known === 'parseCsv' && fault.values !== undefined)) return translateSentence(fault)
  return t(`update.faults.${known}`)
}

const KNOWN_FAULTS: ReadonlyMap<string, (typeof KEYS)[number]> = new Map(KEYS.map(key => [key, key]))

function PreviewTable({ preview: { header, rows } }: { preview: CsvPreview }) {
  const { t } = useTranslation('imports')
  const columns = header.map((name, index): TableColumn<PreviewRow> => ({
    id: String(index),
    header: name,
    cell: ({ cells }) => <bdi className="inline-block max-w-56 truncate align-bottom text-12">{cells[index]}</bdi>,
  }))
  const shown = rows.map((cells, index): PreviewRow => ({ id: String(index), cells }))
  return <DataTable dense label={t('update.preview')} columns={columns} rows={shown} rowId={row => row.id} />
}

interface PreviewRow {
  id: string
  cells: string[]
}

function Result({ result: { updated, unchanged, not_found: missing, error_id: id } }: { result: UpdateResult }) {
  const { t } = useTranslation('imports')
  const figures = t('update.figures', { unchanged, missing })
  return (
    <Alert
      tone={missing > 0 ? 'warning' : 'success'}
      title={t('update.done', { count: updated })}
      live
      action={
        id !== undefined && (
          <DownloadButton size="sm" endpoint={downloadErrorFile} input={{ query: { uuid: id } }} name="not-found.csv">
            {t('update.missingFile')}
          </DownloadButton>
        )
      }
    >
      {figures}
    </Alert>
  )
}

const PREVIEW_ROWS = 5

export type UpdateState =
  | { step: 'idle' }
  | { step: 'chosen'; preview: CsvPreview | null; faults: UpdateFault[] }
  | { step: 'sending'; preview: CsvPreview; sentBytes: number; totalBytes: number }
  | { step: 'done'; result: UpdateResult }
  | { step: 'held' }

/** A file of changes: its rows are shown first, then all are applied or none. Errors disappear when another file is selected. */
export function useFileUpdate(reopens: { reopens?: string }) {
  const [state, setState] = useState<UpdateState>({ step: 'idle' })
  const [file, setFile] = useState<File | null>(null)

  const choose = async (chosen: File) => {
    setFile(chosen)
    const { preview, faults } = await look(chosen)
    setState({ step: 'chosen', preview, faults })
  }

  const send = async () => {
    if (file === null || state.step !== 'chosen' || state.preview === null) return
    const { preview } = state
    const form = new FormData()
    form.append('file', file)
    setState({ step: 'sending', preview, sentBytes: 0, totalBytes: file.size })
    try {
      const onProgress = (sentBytes: number, totalBytes: number) =>
        setState({ step: 'sending', preview, sentBytes, totalBytes })
      const { data, makerChecker } = await upload(updateByFile, { query: reopens }, form, { onProgress })
      setState(makerChecker ? { step: 'held' } : { step: 'done', result: data })
      await Promise.all([refresh(listContacts), refresh(listMergeFields)])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const faults = error.errors.length > 0 ? error.errors : [error]
      setState({ step: 'chosen', preview, faults })
    }
  }

  const forget = () => {
    setFile(null)
    setState({ step: 'idle' })
  }
  return { state, file, choose, send, forget }
}

async function look(file: File): Promise<{ preview: CsvPreview | null; faults: UpdateFault[] }> {
  const fault = (key: string) => ({ preview: null, faults: [{ key }] })
  if (!file.name.toLowerCase().endsWith('.csv')) return fault('wrongKind')
  if (file.size > UPDATE_MAX_BYTES) return fault('csvFile2mb')
  try {
    const records = await readCsv(file)
    const [header, ...rows] = records
    const shown = rows.slice(0, PREVIEW_ROWS).map(({ cells }) => cells)
    const preview = header === undefined || shown.length === 0 ? null : { header: header.cells, rows: shown }
    return { preview, faults: faultsOfUpdate(records) }
  } catch {
    return fault('readingCsvFile')
  }
}
