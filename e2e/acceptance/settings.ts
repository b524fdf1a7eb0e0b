import { generateKeyPairSync } from 'node:crypto'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'

const HEX = '0123456789abcdef0123456789abcdef'

/** Settings that are valid and refer to nothing that exists; the audit log is searched for their secrets. */
export const SETTINGS = {
  email: {
    configuration_type: 'aws_ses',
    configuration_setting: { sender_email: 'news@lumen.example', access_id: 'AKIALUMEN', access_key: 'a password' },
  },
  sms: { provider: 'Twilio', account_sid: `AC${HEX}`, auth_token: 'a password', from: '+15005550006' },
  whatsapp: { buisness_account_id: '100200300', phone_number_id: '300200100', token: 'a password' },
  mobilepush: {
    apns_key_id: 'ABCDE12345',
    apns_team_id: 'TEAM123456',
    apns_bundle_id: 'com.example.lumen',
    apns_key: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  },
} as const satisfies Record<SettingsChannel, object>
