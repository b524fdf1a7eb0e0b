import type { Channel } from '@notifly/contracts/applications/applications'
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { MobilepushDashboard, WebpushDashboard } from '@notifly/contracts/dashboards/push'
import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import type { WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import type { Dashboard } from '../use-dashboard.ts'
import { EmailPanels } from './EmailPanels.tsx'
import { MobilepushPanels } from './MobilepushPanels.tsx'
import { SmsPanels } from './SmsPanels.tsx'
import { WebpushPanels } from './WebpushPanels.tsx'
import { WhatsappPanels } from './WhatsappPanels.tsx'

/** What is known of the channel; nothing as long as nothing was ever sent on it. */
export function ChannelPanels({ channel, data }: { channel: Channel; data: Dashboard }) {
  if (!data.has_data && data.last_data === null) return null
  switch (channel) {
    case 'email':
      return <EmailPanels data={data as EmailDashboard} />
    case 'sms':
      return <SmsPanels data={data as SmsDashboard} />
    case 'whatsapp':
      return <WhatsappPanels data={data as WhatsappDashboard} />
    case 'webpush':
      return <WebpushPanels data={data as WebpushDashboard} />
    case 'mobilepush':
      return <MobilepushPanels data={data as MobilepushDashboard} />
  }
}
