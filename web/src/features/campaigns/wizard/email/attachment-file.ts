/** The rules for attached files, told before a file is read; the server holds to the same. */
import { ATTACHMENT_MAX_BYTES, UPLOAD_EXTENSIONS } from '@notifly/contracts/campaigns/campaigns'
import type { WizardFile } from '../state/values.ts'

export type FileFault = 'twice' | 'kind' | 'empty' | 'large'

export function faultOf(file: File, present: readonly WizardFile[]): FileFault | undefined {
  const name = file.name.trim().toLowerCase()
  if (present.some(each => each.filename.toLowerCase() === name)) return 'twice'
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
  if (!(UPLOAD_EXTENSIONS as readonly string[]).includes(extension)) return 'kind'
  if (file.size === 0) return 'empty'
  return file.size > ATTACHMENT_MAX_BYTES ? 'large' : undefined
}

/** As the wire has it: base64 without a data-URL prefix. */
export async function readFile(file: File): Promise<WizardFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
  const content = url.slice(url.indexOf(',') + 1)
  return { content, filename: file.name.trim(), type: file.type, disposition: 'attachment' }
}

/** Bytes of the file that its base64 text encodes. */
export function sizeOf({ content }: WizardFile): number {
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  return (content.length * 3) / 4 - padding
}
