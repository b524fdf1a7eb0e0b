import type { SmsPreview } from '@notifly/contracts/sms'
import { measureSms } from '@notifly/contracts/sms-segments'
import type { Problem } from '@notifly/contracts/templates'
import { sizesOf, textsOf } from '../../channels/sms/sizes.ts'
import { charactersMaxOf, type SmsContent } from '../../channels/sms/sms.ts'
import type { Deps } from '../../http/deps.ts'
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import { knownFields, samplePhones } from '../audience/audience.ts'
import { selectConfiguration } from '../channel-settings/channel-settings.ts'
import { checkContent, isBroken } from './check-content.ts'
import { readerFor } from './preview.ts'

interface SmsPreviewInput extends Pick<SmsContent, 'track_links' | 'dlt_template_id'> {
  text: string
  contact_uuid?: string | undefined
  sample?: Record<string, unknown> | undefined
}

/** Who a text's sizes are told of: enough to meet a long name, and measured in a few milliseconds. */
const RANGE_OF = 200

/** Renders and measures a text as somebody would get it, with everything that is wrong with it. Never refuses content. */
export async function previewSmsText(deps: Deps, applicationId: string, input: SmsPreviewInput): Promise<SmsPreview> {
  const { text: source, sample, contact_uuid: _, ...settings } = input
  const { kysely } = deps.database
  const [reader, known, configuration] = await Promise.all([
    readerFor(deps, applicationId, input),
    knownFields(kysely, applicationId),
    selectConfiguration(kysely, applicationId, 'sms'),
  ])
  const problems = checkContent({ text: source }, [...known.map(field => field.name), ...Object.keys(sample ?? {})])
  // What cannot be read is nobody's text.
  const smsBody = isBroken(problems, 'text') ? '' : source
  const { write, isSame } = textsOf({ smsBody, ...settings }, deps.config.publicUrl)
  const people = isSame || sample !== undefined ? [] : await samplePhones(kysely, applicationId, RANGE_OF)
  const charactersMax = charactersMaxOf(configuration?.settings as object | undefined)
  const { sum: _sum, ...range } = sizesOf(write, people, charactersMax)
  const links = new Set<number>()
  const { text, problem } = attempt(fields => write(fields, links), reader.fields)
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
    short_links: links.size,
    characters_max: charactersMax,
    ...(people.length > 0 && { range }),
  }
}

/** As the channel writes it. Too long a text is shown all the same: how long it is, is for its author to see. */
function attempt(write: (fields: Fields) => string, fields: Fields): { text: string; problem?: Problem } {
  try {
    return { text: write(fields) }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const { field, message } = error
    const place = { part: 'text', line: 1, column: 1, field } as const
    return { text: '', problem: { severity: 'error', code: 'render_error', message, ...place } }
  }
}
