import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { listSegments, readSegment } from '@notifly/contracts/contacts/audience'
import { listTags, type TaggedKind } from '@notifly/contracts/tags/tags'
import { listTemplates, readTemplate } from '@notifly/contracts/templates/templates'
import { listWhatsappTemplates, readWhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import type { AnyEndpoint } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'

const READS: Record<TaggedKind, readonly AnyEndpoint[]> = {
  campaign: [listAllCampaigns, ...CHANNELS.map(channel => CAMPAIGN_CALLS[channel].readCampaigns)],
  template: [listTemplates, readTemplate],
  'whatsapp-template': [listTemplates, readTemplate, listWhatsappTemplates, readWhatsappTemplate],
  segment: [listSegments, readSegment],
}

/** Refreshes every call that shows tags of this kind of object. */
export async function refreshTags(kind: TaggedKind): Promise<void> {
  await Promise.all([listTags, ...READS[kind]].map(each => refresh(each)))
}

/** An object that can have tags. */
export interface Tagged {
  uuid: string
  tags?: string[] | undefined
}
