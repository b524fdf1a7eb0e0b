// Messages of programs that show images of the library in their own content.
import type { Image, ImageUses } from '@notifly/contracts/images/images'
import { expect, test } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { testApp } from '../../testing/app.ts'
import { setUpEmail } from '../../testing/campaigns.ts'
import { png } from '../../testing/channels/apple-certificates.ts'
import { newProgram } from '../../testing/programs.ts'
import { dropUnshownImages } from './images.ts'

const kit = await testApp()
const { call, database } = kit
const who = await kit.withApplication()

async function upload(): Promise<Image> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png(16))]), 'own.png')
  const encoded = new Response(form)
  const { data } = await call<Image>('POST', '/api/images', {
    bearer: who.bearer,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  return data
}

test('a deleted image is served as long as the run of a message is kept that brought it in its own content', async () => {
  await ensureLeaves(database, kit.clock.now())
  await setUpEmail(kit, who)
  const program = await newProgram(kit, who, ['messages:send'])
  const [one, two] = [await upload(), await upload()]
  const addresses = [one.address, two.address]
  const mail = (html: string, merge = {}) => ({
    channel: 'email',
    to: 'bob@example.com',
    content: { subject: 'Hi', html },
    merge,
  })
  const mails = [
    ...addresses.map(address => mail(`<img src="${address}" alt="">`)),
    mail('<img src="{{ picture }}" alt="">', { picture: addresses[0] }),
    mail('<p>None</p>'),
  ]
  const sent = await Promise.all(mails.map(body => program.call('POST', '/api/v1/messages', body)))
  expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  const runsOf = async ({ uuid }: Image) => (await call<ImageUses>('GET', `/api/images/uses?uuid=${uuid}`, who)).data
  expect([await runsOf(one), await runsOf(two)]).toEqual([
    { uses: [], runs: 1 },
    { uses: [], runs: 1 },
  ])
  const states = () =>
    Promise.all(addresses.map(async address => (await kit.app.inject(new URL(address).pathname)).statusCode))
  for (const image of [one, two]) await call('DELETE', `/api/images?uuid=${image.uuid}`, who)
  await dropUnshownImages(kit.deps)
  expect(await states()).toEqual([200, 200])
  await database.pool.query('delete from run where application_id = $1', [who.applicationId])
  await dropUnshownImages(kit.deps)
  expect(await states()).toEqual([404, 404])
})
