import { UPDATE_MAX_BYTES, updateByFile, type UpdateResult } from '@notifly/contracts/imports/imports'
import { listContacts, listMergeFields } from '@notifly/contracts/contacts/audience'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { refresh } from '../../api/queries.ts'
import { upload } from '../../api/upload.ts'
import { faultsOfUpdate, type UpdateFault } from './check-update.ts'
import { type CsvPreview, readCsv } from './csv-preview.ts'

const PREVIEW_ROWS = 5

export type UpdateState =
  | { step: 'idle' }
  | { step: 'chosen'; preview: CsvPreview | null; faults: UpdateFault[] }
  | { step: 'sending'; preview: CsvPreview; sentBytes: number; totalBytes: number }
  | { step: 'done'; result: UpdateResult }
  | { step: 'held' }

/** A file of changes: shown first, then done all at once or not at all. What was wrong goes away with the next choice. */
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
