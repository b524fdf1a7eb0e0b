import type { WhatsappParameters } from '@notifly/contracts/campaign-content'
import { fillFields } from '../merge/use-sample.ts'
import type { PreviewValues } from './WhatsAppPreview.tsx'

/**
 * What a campaign fills in, as the preview shows it: merge fields by `sample`, those that it does not know as they stand.
 * `picture`: what was chosen in this browser.
 */
export function previewValues(
  parameters: WhatsappParameters | null | undefined,
  { sample = {}, picture }: { sample?: Readonly<Record<string, string>>; picture?: string | undefined } = {},
): PreviewValues {
  const { header, body } = parameters ?? {}
  const shown = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : fillFields(text, sample)
  const address = header?.media?.startsWith('https://') === true ? header.media : undefined
  return {
    header: shown(header?.text),
    body: (body ?? []).map(text => shown(text) ?? ''),
    media: { url: picture ?? address, name: shown(header?.filename) },
    location: { name: shown(header?.location?.name), address: shown(header?.location?.address) },
  }
}
