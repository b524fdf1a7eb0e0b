/**
 * Images of a mail that have no address for some recipients. Checked for a sample of a thousand of the people that the campaign reaches
 * now, within the bounds of other costly reads. This is advice: a check that takes too long reports nothing.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignAudience, CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { EmailContent } from '../../../channels/email/email.ts'
import { costlyRead } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { sampleAudience } from '../../../people/reach/audience.ts'
import { emptyImagesFor, hasLiveImages } from '../../templates/templates.ts'
import type { PlannedMessage } from './content.ts'

interface Asked {
  applicationId: string
  channel: Channel
  audience: CampaignAudience
  topicId: string | null
  now: Date
}

/** A larger sample changes a share by less than one percent. */
const SAMPLE = 1000

export async function emptyImageProblems(db: Db, asked: Asked, message: PlannedMessage): Promise<CampaignProblem[]> {
  const mails = asked.channel === 'email' ? mailsOf(message) : []
  const live = mails.filter(({ html }) => hasLiveImages(html))
  if (live.length === 0) return []
  const { applicationId } = asked
  try {
    const people = await costlyRead(db, applicationId, tx => sampleAudience(tx, asked, SAMPLE))
    const found = await Promise.all(live.map(mail => problemsOf(applicationId, mail, people)))
    return found.flat()
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

interface Mail extends Pick<EmailContent, 'html' | 'isFromTemplate'> {
  /** In a test that compares contents. */
  variant?: number
}

/** In a test of subjects all variants have the same body. */
function mailsOf({ content, test }: PlannedMessage): Mail[] {
  if (test?.part !== 'content') return [content as EmailContent]
  return test.variants.map(({ content: of }, index) => ({ ...(of as EmailContent), variant: index + 1 }))
}

async function problemsOf(
  applicationId: string,
  { html, isFromTemplate = false, variant }: Mail,
  people: readonly Record<string, unknown>[],
): Promise<CampaignProblem[]> {
  const key = people.length < SAMPLE ? 'campaigns.imageWithoutValue' : 'campaigns.imageWithoutValueSampled'
  const found = await emptyImagesFor(applicationId, { html, people })
  return found.map(({ line, column, field, people: affected }) => ({
    severity: 'warning',
    code: 'image_without_value',
    ...inWords(sentence(key, { field, people: affected, of: people.length })),
    part: 'html',
    place: isFromTemplate ? 'template_uuid' : 'emailBody',
    line,
    column,
    field,
    ...(variant !== undefined && { variant }),
  }))
}
