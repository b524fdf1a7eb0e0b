import { type Brand, DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import type { Image, ImageFolder, ImageUses } from '@notifly/contracts/images/images'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { gifOf, pngOf } from '../../testing/images.ts'
import { eraseApplication } from '../applications/deletion.ts'
import { selectUsed } from '../quotas/queries.ts'
import { moveImagesOfEarlierReleases, dropUnshownImages } from './images.ts'

const kit = await testApp()
const { call, database } = kit
const person = await kit.signUpAndIn()
let owner: ApplicationOwner
let stranger: ApplicationOwner
let photo: Buffer
beforeAll(async () => {
  owner = await kit.withApplication(person)
  stranger = await kit.withApplication()
  const red = { create: { width: 2400, height: 1200, channels: 3, background: '#d02030' } } as const
  // Held sideways, with the place where it was taken.
  const place = { IFD0: { Software: 'Secret camera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } }
  photo = await sharp(red).jpeg().withExif(place).withMetadata({ orientation: 6 }).toBuffer()
})

async function upload(name: string, content: Buffer, who = owner, query = '', path = '/api/images') {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const encoded = new Response(form)
  return call<Image>('POST', `${path}${query}`, {
    bearer: who.bearer,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

const list = async (query = '', who = owner) => (await call<Image[]>('GET', `/api/images${query}`, who)).data
const served = (address: string) => {
  const { pathname, search } = new URL(address)
  return kit.app.inject(pathname + search)
}
const small = (kind: 'png' | 'gif' | 'webp' = 'png', background = '#00f8') =>
  sharp({ create: { width: 40, height: 30, channels: 4, background } })
    .toFormat(kind)
    .toBuffer()

describe('an upload', () => {
  test('is turned, scaled down and written anew, and keeps neither place nor camera', async () => {
    expect(photo.includes('Secret camera')).toBe(true)
    const { status, data } = await upload('../Été à la mer.JPG', photo)
    expect([status, data]).toMatchObject([
      201,
      { name: 'Été à la mer', width: 1200, height: 2400, is_animated: false, alt: '', folder_uuid: null },
    ])
    const answer = await served(data.address)
    const { headers, rawPayload } = answer
    expect(data.address).toMatch(/\/%C3%89t%C3%A9-%C3%A0-la-mer-[0-9a-f]{16}\.jpg$/)
    expect([headers['content-type'], headers['cache-control'], headers['set-cookie']]).toEqual([
      'image/jpeg',
      'public, max-age=31536000, immutable',
      undefined,
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
    const kept = await sharp(rawPayload).metadata()
    expect([kept.width, kept.height, kept.exif, kept.orientation]).toEqual([1200, 2400, undefined, undefined])
    expect(rawPayload.length).toBe(data.size_bytes)
  })

  test('of WebP becomes what every mail program shows, an animation stays one, and the wire of files adds to the library', async () => {
    const webp = await upload('leaf.webp', await small('webp'))
    expect((await served(webp.data.address)).headers['content-type']).toBe('image/png')
    const frames = await Promise.all(['#f00', '#0f0', '#00f'].map(color => small('png', color)))
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const moving = await upload('moving.gif', gif)
    expect(moving.data).toMatchObject({ is_animated: true, width: 40, height: 30 })
    const { rawPayload } = await served(moving.data.address)
    expect((await sharp(rawPayload, { animated: true }).metadata()).pages).toBe(3)
    const asset = await upload('icon.png', await small(), owner, '?purpose=icon', '/api/user/asset/upload')
    const { fullpath } = asset.data as unknown as { fullpath: string }
    expect((await list()).slice(0, 3).map(each => each.name)).toEqual(['icon', 'moving', 'leaf'])
    expect((await list())[0]?.address).toBe(fullpath)
  })

  test('that is large has a thumbnail', async () => {
    const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
    const grain = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer()
    const { data } = await upload('grain.png', grain)
    const thumbnail = await served(data.thumbnail)
    expect([data.thumbnail, thumbnail.headers['content-type']]).toEqual([`${data.address}?size=small`, 'image/webp'])
    expect((await sharp(thumbnail.rawPayload).metadata()).width).toBe(400)
  })

  const hostile: [
    what: string,
    status: number,
    message: string,
    name: string,
    content: () => Promise<Buffer> | Buffer,
  ][] = [
    ['an SVG called PNG', 415, 'Email apps don’t show SVG.', 'logo.png', () => Buffer.from('<svg onload="alert(1)"/>')],
    ['a PNG that says 30,000 by 30,000', 415, 'more than 51 million pixels', 'bomb.png', () => pngOf(30_000, 30_000)],
    ['a PNG with another size than its content', 415, 'damaged or incomplete', 'lie.png', () => pngOf(3000, 3000)],
    ['half a JPEG', 415, 'damaged or incomplete', 'half.jpg', () => photo.subarray(0, photo.length / 2)],
    ['5,000 frames', 415, 'more than 400 frames', 'long.gif', () => gifOf(5000)],
    ['26 MB', 413, 'larger than 20 MB', 'large.png', () => Buffer.alloc(26_000_000)],
    ['nothing', 400, 'file is empty', 'empty.png', () => Buffer.alloc(0)],
    ['a page', 415, 'Choose a PNG', 'page.gif', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a TIFF', 415, 'Choose a PNG', 'scan.png', () => sharp(photo).tiff().toBuffer()],
    ['a name with NUL and half a letter', 201, '', 'a\0\ud800<b>.png', () => small()],
  ]
  test('that is hostile is refused with a sentence at its field, and leaves nothing', { timeout: 60_000 }, async () => {
    const before = (await list('?per_page=100')).length
    for (const [what, status, message, name, content] of hostile) {
      const { status: answered, body } = await upload(name, await content())
      const field = status === 201 ? undefined : 'file'
      expect([what, answered, body.errors?.[0]?.field]).toEqual([what, status, field])
      expect(body.message ?? '').toContain(message)
    }
    expect((await list('?per_page=100')).length).toBe(before + 1)
  })

  test('that is also something else keeps its pixels alone', async () => {
    const polyglot = Buffer.concat([await small('gif'), Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    const { data } = await upload('both.gif', polyglot)
    expect((await served(data.address)).rawPayload.includes('script')).toBe(false)
  })
})

test('folders and words are changed by their own application alone, and every change is in the audit trail', async () => {
  const { data: image } = await upload('plan.png', await small())
  const create = (name: string, who = owner) =>
    call<ImageFolder>('POST', '/api/images/folders', { bearer: who.bearer, body: { name } })
  const { data: folder } = await create('Spring')
  expect((await create('spring')).body.errors?.[0]?.field).toBe('name')
  const change = (body: object, who = owner, uuid = image.uuid) =>
    call<Image>('PUT', `/api/images?uuid=${uuid}`, { bearer: who.bearer, body })
  expect((await change({ alt: 'A plan of the shop', folder_uuid: folder.uuid })).data).toMatchObject({
    name: 'plan',
    alt: 'A plan of the shop',
    folder_uuid: folder.uuid,
  })
  const wrong = await Promise.all([
    change({ alt: 'x'.repeat(100_000) }),
    change({ name: ' ' }),
    change({ alt: 'two\nlines' }),
    change({ folder_uuid: crypto.randomUUID() }),
  ])
  expect(wrong.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
    [400, 'alt'],
    [400, 'name'],
    [400, 'alt'],
    [400, 'folder_uuid'],
  ])
  expect((await list(`?folder_uuid=${folder.uuid}`)).map(each => each.name)).toEqual(['plan'])
  expect((await list('?search=OF%20THE%20SHOP')).map(each => each.name)).toEqual(['plan'])

  const { data: foreign } = await create('Spring', stranger)
  const folderCall = (method: string, who: ApplicationOwner, uuid: string) =>
    call(method, `/api/images/folders?uuid=${uuid}`, {
      bearer: who.bearer,
      ...(method === 'PUT' && { body: { name: 'Mine' } }),
    })
  expect(await list('', stranger)).toEqual([])
  const answers = await Promise.all([
    change({ alt: 'Mine' }, stranger),
    change({ folder_uuid: foreign.uuid }),
    upload('x.png', await small(), owner, `?folder_uuid=${foreign.uuid}`),
    call('DELETE', `/api/images?uuid=${image.uuid}`, stranger),
    call('GET', `/api/images/uses?uuid=${image.uuid}`, stranger),
    folderCall('PUT', stranger, folder.uuid),
    folderCall('DELETE', stranger, folder.uuid),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 404, 404, 404, 404])

  expect((await folderCall('PUT', owner, folder.uuid)).data).toMatchObject({ name: 'Mine', images: 1 })
  expect((await folderCall('DELETE', owner, folder.uuid)).status).toBe(200)
  expect((await list('?search=plan'))[0]).toMatchObject({ alt: 'A plan of the shop', folder_uuid: null })
  const { rows } = await database.pool.query<{ action: string }>(
    `select action from audit_entry where application_id = $1 and object_id in ($2, $3) order by entry_id`,
    [owner.applicationId, image.uuid, folder.uuid],
  )
  expect(rows.map(row => row.action)).toEqual([
    'file.upload',
    'image-folder.create',
    'image.update',
    'image-folder.update',
    'image-folder.delete',
  ])
})

test('several images go into a folder at once, those of others stay where they are', async () => {
  const who = await kit.withApplication(person)
  const [one, two, foreign] = await Promise.all(
    [who, who, stranger].map(async at => (await upload('a.png', await small(), at)).data.uuid),
  )
  const folderOf = async (at: ApplicationOwner) =>
    (await call<ImageFolder>('POST', '/api/images/folders', { bearer: at.bearer, body: { name: 'Moved' } })).data.uuid
  const [folder, theirs] = [await folderOf(who), await folderOf(stranger)]
  const move = (uuids: unknown[], folder_uuid: string | null) =>
    call<{ moved: number }>('POST', '/api/images/move', { bearer: who.bearer, body: { uuids, folder_uuid } })
  expect((await move([one, two, foreign, crypto.randomUUID()], folder)).data).toEqual({ moved: 2 })
  expect((await move([one, two], folder)).data).toEqual({ moved: 0 })
  expect(new Set((await list(`?folder_uuid=${folder}`, who)).map(({ uuid }) => uuid))).toEqual(new Set([one, two]))
  expect((await move([two], null)).data).toEqual({ moved: 1 })
  expect((await list(`?folder_uuid=${folder}`, who)).map(({ uuid }) => uuid)).toEqual([one])
  const wrong = await Promise.all([move([one], theirs), move([], folder), move(Array(101).fill(one), folder)])
  expect(wrong.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
    [400, 'folder_uuid'],
    [400, 'uuids'],
    [400, 'uuids'],
  ])
  const { rows } = await database.pool.query(
    `select object_id, after->>'folder_id' as folder from audit_entry
     where application_id = $1 and action = 'image.update' order by entry_id`,
    [who.applicationId],
  )
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual({ object_id: two, folder: null })
})

test('what shows an image is listed, and a deleted one is served as long as something does', async () => {
  const who = await kit.withApplication(person)
  const used = () => selectUsed(database.kysely, who.applicationId, 'bytes')
  const { data: image } = await upload('banner.png', await small(), who)
  expect(await used()).toBe(8192)
  const html = `<img src="${image.address}" alt="">`
  const template = (body: object, method = 'POST', path = '/api/template') =>
    call<{ template_uuid: string }>(method, path, {
      bearer: who.bearer,
      body: { type: 'Email', name: 'News', ...body },
    })
  const { template_uuid: id } = (await template({ html })).data
  await call('POST', '/api/notifications/draft/email', {
    bearer: who.bearer,
    body: { campaignName: 'Sale', emailBody: html },
  })
  const uses = async () => (await call<ImageUses>('GET', `/api/images/uses?uuid=${image.uuid}`, who)).data
  const named = async () => (await uses()).uses.map(use => [use.kind, use.name, use.type, use.is_former])
  expect(await named()).toEqual([
    ['template', 'News', 'Email', false],
    ['campaign', 'Sale', 'email', false],
  ])
  await template({ html: '<p>None</p>' }, 'PUT', `/api/template/${id}`)
  expect((await named())[0]).toEqual(['template', 'News', 'Email', true])

  expect((await call('DELETE', `/api/images?uuid=${image.uuid}`, who)).status).toBe(200)
  await dropUnshownImages(kit.deps)
  expect([await list('', who), (await served(image.address)).statusCode]).toEqual([[], 200])
  await call('DELETE', `/api/template?template_uuid=${id}`, who)
  await dropUnshownImages(kit.deps)
  expect((await served(image.address)).statusCode).toBe(200)
  await database.pool.query('delete from campaign where application_id = $1', [who.applicationId])
  await dropUnshownImages(kit.deps)
  expect((await served(image.address)).statusCode).toBe(404)
  expect(await used()).toBeLessThan(8192)

  const { data: unused } = await upload('unused.png', await small(), who)
  await call('DELETE', `/api/images?uuid=${unused.uuid}`, who)
  expect((await served(unused.address)).statusCode).toBe(404)
})

test('pictures of before the library come into it, with what shows them, and stay what they are', async () => {
  const who = await kit.withApplication(person)
  const { applicationId } = who
  const old = async (name: string, content: Buffer) => {
    const { rows } = await database.pool.query<{ file_id: string }>(
      `insert into stored_file (application_id, file_id, name, media_type, content, created_at, is_public)
       values ($1, gen_random_uuid(), $2, 'image/png', $3, now(), true) returning file_id`,
      [applicationId, name, content],
    )
    const id = rows[0]?.file_id ?? ''
    await database.pool.query('insert into image_to_adopt values ($1, $2)', [applicationId, id])
    return `${kit.deps.config.publicUrl}/files/${applicationId}/${id}/${name}`
  }
  const content = await small()
  const [picture, broken] = [await old('Shelf.png', content), await old('cut.png', content.subarray(0, 30))]
  const html = `<img src="${picture}" alt="">`
  await call('POST', '/api/template', { bearer: who.bearer, body: { type: 'Email', name: 'News', html } })
  await moveImagesOfEarlierReleases(kit.deps)
  await moveImagesOfEarlierReleases(kit.deps)
  const [image, ...others] = await list('', who)
  expect([image, others]).toMatchObject([
    { name: 'Shelf', address: picture, width: 40, height: 30, created_by: null },
    [],
  ])
  expect((await served(picture)).rawPayload.equals(content)).toBe(true)
  expect((await served(broken)).statusCode).toBe(200)
  const { uses } = (await call<ImageUses>('GET', `/api/images/uses?uuid=${image?.uuid ?? ''}`, who)).data
  expect(uses.map(({ kind, name }) => [kind, name])).toEqual([['template', 'News']])
})

test('a brand is our default until it is set, and keeps its logo when the library loses it', async () => {
  const who = await kit.withApplication(person)
  const { data: logo } = await upload('logo.png', await small(), who)
  const read = async () => (await call<Brand>('GET', '/api/brand', who)).data
  expect(await read()).toMatchObject({ ...DEFAULT_BRAND, logo: null, updated_on: null })
  const brand = {
    company: 'Lumen',
    colors: { primary: '#0A7D55', text: '#222222', background: '#fafafa', link: '#0a7d55' },
    font: 'georgia',
    button: 'pill',
    address: 'Lumen GmbH\nHauptstraße 1, Berlin',
    social: [{ network: 'instagram', url: 'https://instagram.com/lumen' }],
    logo_uuid: logo.uuid,
  }
  const save = (change: object = {}, at = who) =>
    call<Brand>('PUT', '/api/brand', { bearer: at.bearer, body: { ...brand, ...change } })
  const { logo_uuid: _, ...kept } = brand
  expect((await save()).data).toMatchObject({
    ...kept,
    colors: { ...brand.colors, primary: '#0a7d55' },
    logo: { uuid: logo.uuid, address: logo.address, width: 40, height: 30 },
  })
  const wrong: [string, object][] = [
    ['colors.primary', { colors: { ...brand.colors, primary: 'red;}' } }],
    ['social.0.url', { social: [{ network: 'x', url: 'javascript:alert(1)' }] }],
    ['social.0.url', { social: [{ network: 'x', url: 'https://x.com/"><b>' }] }],
    ['address', { address: 'a\0b' }],
    ['company', { company: 'x'.repeat(100_000) }],
    ['font', { font: 'comic' }],
    ['logo_uuid', { logo_uuid: crypto.randomUUID() }],
  ]
  for (const [field, change] of wrong) {
    const { status, body } = await save(change)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  }
  expect((await save({}, stranger)).body.errors?.[0]?.field).toBe('logo_uuid')
  const uses = await call<ImageUses>('GET', `/api/images/uses?uuid=${logo.uuid}`, who)
  expect(uses.data.uses).toMatchObject([{ kind: 'brand' }])
  await call('DELETE', `/api/images?uuid=${logo.uuid}`, who)
  expect([(await served(logo.address)).statusCode, (await save()).data.logo?.uuid]).toEqual([200, logo.uuid])
  await save({ logo_uuid: null })
  await dropUnshownImages(kit.deps)
  expect([(await served(logo.address)).statusCode, (await read()).logo]).toEqual([404, null])
})

test('erasing an application takes its images with it', async () => {
  const who = await kit.withApplication(person)
  const { data } = await upload('gone.png', await small(), who)
  await eraseApplication(database.kysely, who.applicationId)
  expect((await served(data.address)).statusCode).toBe(404)
})
