/** A campaign that failed: WhatsApp disabled its template between the launch and the day of sending. */
import { runDueCampaigns } from '@notifly/server/features/campaigns/clock/due'
import { launch, type Stage } from './send.ts'

const DAY = -16

export async function failToSend(stage: Stage): Promise<void> {
  const { world, shop } = stage
  const template = { application_id: shop.applicationId, name: 'store_credit' }
  const at = world.at(DAY, '10:00')
  await launch(stage, {
    name: 'Store credit notice',
    channel: 'whatsapp',
    days: DAY - 3,
    time: '11:50',
    to: ['gold'],
    content: {
      template_name: 'store_credit',
      language: 'en',
      parameters: { body: ['{{ first_name | default: "there" }}', '15'] },
    },
    schedule: {
      message_type: { type: 1, date: Math.floor(at.getTime() / 1000) },
      campaign_start_date: { type: 3, local_time: 36_000, timezone: 'Europe/London' },
      advanced: { delivery_in_users_timezone: false },
    },
  })
  await world.database.kysely
    .updateTable('whatsapp_template')
    .set({ status: 'DISABLED', reason: null, quality: 'RED', updated_at: world.at(DAY - 1, '21:14') })
    .where(eb => eb.and(template))
    .execute()
  world.moveTo(at)
  await runDueCampaigns(world.deps)
}
