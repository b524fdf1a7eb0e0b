import type { SmsPreview } from '@notifly/contracts/sms'
import { measureSms } from '@notifly/contracts/sms-segments'
import type { Problem } from '@notifly/contracts/templates'
import type { Deps } from '../../http/deps.ts'
import { compileTemplate, render } from '../../lib/liquid/compile.ts'
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import { knownFields } from '../audience/audience.ts'
import { checkContent, isBroken } from './check-content.ts'
import { readerFor } from './preview.ts'

interface SmsPreviewInput {
  text: string
  contact_uuid?: string | undefined
  sample?: Record<string, unknown> | undefined
}

/** Renders and measures a text as somebody would get it, with everything that is wrong with it. Never refuses content. */
export async function previewSmsText(deps: Deps, applicationId: string, input: SmsPreviewInput): Promise<SmsPreview> {
  const { kysely } = deps.database
  const [reader, known] = await Promise.all([readerFor(deps, applicationId, input), knownFields(kysely, applicationId)])
  const names = [...known.map(field => field.name), ...Object.keys(input.sample ?? {})]
  const problems = checkContent({ text: input.text }, names)
  const { text, problem } = isBroken(problems, 'text') ? { text: '' } : attempt(input.text, reader.fields)
  const { encoding, segments, units, unitsLeft: units_left, forcing } = measureSms(text)
  return {
    text,
    encoding,
    segments,
    units,
    units_left,
    forcing,
    problems: problem === undefined ? problems : [...problems, problem],
    contact: reader.contact,
  }
}

/** As the channel writes it: without what stands around it. */
function attempt(source: string, fields: Fields): { text: string; problem?: Problem } {
  try {
    return { text: render(compileTemplate(source, 'text'), fields).trim() }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const { field, message } = error
    const place = { part: 'text', line: 1, column: 1, field } as const
    return { text: '', problem: { severity: 'error', code: 'render_error', message, ...place } }
  }
}
