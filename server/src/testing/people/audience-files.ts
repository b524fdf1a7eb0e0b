import type { ImportProgress, Verification } from '@notifly/contracts/imports/imports'
import { vi } from 'vitest'
import type { Reply, TestApp } from '../app.ts'

export interface TestFile {
  name: string
  content: string | Buffer
}

/** What a test says of who imports. */
interface Importer {
  bearer: string
}

/** The verbs of an import, over the API of `kit`. */
export function audienceFiles(kit: TestApp) {
  const verify = (
    who: Importer,
    file: TestFile,
    field = 'file',
    values?: Record<string, string>,
  ): Promise<Reply<Verification>> =>
    kit.call<Verification>('POST', '/api/audience/verify', {
      bearer: who.bearer,
      ...formOf(file, field, values),
    })

  const insert = (who: Importer, importId: string, segmentName: string): Promise<Reply<{ segment_uuid: string }>> =>
    kit.call('POST', `/api/audience/${importId}`, { bearer: who.bearer, body: { segment_name: segmentName } })

  const progress = async (who: Importer, importId: string): Promise<ImportProgress> =>
    (await kit.call<ImportProgress>('GET', `/api/audience/import/${importId}`, { bearer: who.bearer })).data

  const ended = (who: Importer, importId: string): Promise<ImportProgress> =>
    vi.waitFor(
      async () => {
        const now = await progress(who, importId)
        if (now.state !== 'done' && now.state !== 'failed') throw new Error(`the import is ${now.state}`)
        return now
      },
      { timeout: 60_000, interval: 30 },
    )

  /** Verifies, inserts and waits for the end. */
  async function importAs(who: Importer, file: TestFile, segmentName: string) {
    const verified = await verify(who, file)
    if (verified.status !== 200) throw new Error(`verify answered ${JSON.stringify(verified.body)}`)
    const inserted = await insert(who, verified.data.corelation_id, segmentName)
    if (inserted.status !== 200) throw new Error(`insert answered ${JSON.stringify(inserted.body)}`)
    const end = await ended(who, verified.data.corelation_id)
    return { verification: verified.data, segmentId: inserted.data.segment_uuid, end }
  }

  return { verify, insert, progress, ended, importAs }
}

const BOUNDARY = 'notifly-test-boundary'

/** A multipart form with one file, behind whatever else the form says. */
export function formOf(
  { name, content }: TestFile,
  field = 'file',
  values: Record<string, string> = {},
): { body: Buffer; headers: Record<string, string> } {
  const fields = Object.entries(values).map(
    ([key, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `${fields.join('')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}
