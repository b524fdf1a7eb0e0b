/** A site with its visitors' browsers, and what is sent to them. */
import { createECDH, randomBytes } from 'node:crypto'
import { newVapidKeys } from '@notifly/server/channels/webpush/vapid'
import type { BenchDatabase } from '../harness/postgres.ts'
import type { ProviderBench } from '../provider/stage.ts'

/** Browsers that share a pair of keys: making a million pairs would take longer than sending to them. */
const KEY_PAIRS = 500

const CONTENT = {
  campaignTitle: '{{ first_name }}, your week at {{ shop }}',
  campaignMsg: 'Forty lamps are {{ colour }} again, and all of them cost less until Sunday evening.',
  campaignBannerImg: 'https://shop.example/banner.jpg',
  campaignPageUrl: 'https://shop.example/lamps?code={{ code }}',
  actions: [{ title: 'Look', action: 'https://shop.example/look' }],
}

export function siteBench(): ProviderBench {
  const { publicKey, privateKey } = newVapidKeys()
  return {
    channel: 'webpush',
    provider: 'webpush',
    settings: {
      site_url: 'https://shop.example',
      icon_url: 'https://shop.example/icon.png',
      vapid_public_key: publicKey,
    },
    secretFields: { vapid_private_key: privateKey },
    content: CONTENT,
    answer: { status: '201 Created', headers: { location: '/m/1' }, body: '' },
    engine: origin => ({ pushOrigins: [origin] }),
    addAddresses: addBrowsers,
  }
}

/** One for each contact. */
async function addBrowsers({ pool }: BenchDatabase, applicationId: string, origin: string): Promise<void> {
  const keys = Array.from({ length: KEY_PAIRS }, () => ({
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }))
  await pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, created_at, last_seen_at)
     select $1, uuidv7(), contact_id, 'webpush', 'web', $2 || '/push/' || contact_id,
       $3::jsonb -> (row_number() over ())::int % $4::int, now(), now()
     from contact where application_id = $1`,
    [applicationId, origin, JSON.stringify(keys), KEY_PAIRS],
  )
  await pool.query('vacuum analyze device')
}
