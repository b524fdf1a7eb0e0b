import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import { replaceLiquid } from '@notifly/contracts/templates/liquid-parts'
import { previewSms } from '@notifly/contracts/sms/sms'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { useSettled } from '../../ui/feedback/use-settled.ts'
import { fillFields, type Sample } from '../fields/use-sample.ts'
import { useCan } from '../session/use-session.ts'
import type { PreviewValues } from './WhatsAppPreview.tsx'

const PAUSE_MS = 300
const CONSTRUCT = /\{\{|\{%/

/**
 * The values of a campaign as one contact gets them. The server renders them; values that it has not rendered yet, or
 * may not for this reader, are filled in here as far as possible. `picture`: a picture chosen in this browser.
 */
export function usePreviewValues(
  parameters: WhatsappParameters | null | undefined,
  { sample, picture }: { sample: Sample; picture?: string | undefined },
): PreviewValues {
  const { t } = useTranslation('whatsapp')
  const { header, body = [] } = parameters ?? {}
  const { text, media, filename, location } = header ?? {}
  const written = useWritten([text, media, filename, location?.name, location?.address, ...body], sample)
  const shown = (source: string | undefined): string | undefined =>
    source && (written.get(source) ?? fillHere(source, { fields: sample.fields, whenSent: t('preview.whenSent') }))
  const address = media === undefined ? '' : (written.get(media) ?? fillFields(media, sample.fields))
  const isAddress = address.startsWith('https://') && !CONSTRUCT.test(address)
  return {
    header: shown(text),
    body: body.map(source => shown(source) ?? ''),
    media: { url: picture ?? (isAddress ? address : undefined), name: shown(filename) },
    location: { name: shown(location?.name), address: shown(location?.address) },
  }
}

/** The server's rendering of each text that contains Liquid. The call renders texts of messages. */
function useWritten(texts: readonly (string | undefined)[], { contact }: Sample): ReadonlyMap<string, string> {
  const mayAsk = useCan(ACTIVITY.templateEmail, 'read')
  const sources = [...new Set(texts.filter(text => text !== undefined && CONSTRUCT.test(text)))]
  const settled = JSON.parse(useSettled(JSON.stringify(sources), PAUSE_MS)) as string[]
  const answers = useQueries({
    queries: settled.map(text => {
      const body = { text, track_links: false, contact_uuid: contact?.uuid }
      return {
        queryKey: keyOf(previewSms, body),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(previewSms, { body }, { quiet: true, signal }),
        enabled: mayAsk && contact !== null,
      }
    }),
  })
  const written = answers.flatMap(({ data }, at) => {
    const source = settled[at]
    return source === undefined || !data?.text ? [] : [[source, inOneLine(data.text)] as const]
  })
  return new Map(written)
}

/** WhatsApp values can't contain line breaks or tabs. */
function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, run => (/[\n\r\t]/.test(run) ? ' ' : run))
}

/** Fills in plain merge fields. For anything else, says that it will be filled in when sent. */
function fillHere(
  source: string,
  { fields, whenSent }: { fields: Readonly<Record<string, string>>; whenSent: string },
): string {
  if (source.includes('{%')) return whenSent
  return replaceLiquid(fillFields(source, fields), part => (/^\{\{\s*\w+\s*\}\}$/.test(part) ? part : whenSent))
}
