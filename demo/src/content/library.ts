/** What the shop's mails share: images with alternative texts, the brand, and saved blocks. */
import type { Image, ImageFolder } from '@notifly/contracts/images/images'
import { markedBlock } from '@notifly/contracts/templates/block-marks'
import type { TemplateBlock } from '@notifly/contracts/templates/blocks'
import type { Team } from '../world/team.ts'
import type { World } from '../world/world.ts'
import { link } from './mail-design.ts'
import type { Pictures } from './pictures.ts'

const ALTS: Readonly<Record<string, string>> = {
  lamp: 'A lamp with a linen shade beside a sofa at dusk',
  chair: 'An armchair in clay and a plant by a window',
  table: 'A table set with stoneware',
  garden: 'A garden bench between potted plants',
  textiles: 'Folded throws on a bench',
}
const INDOORS = ['lamp', 'chair', 'table']

/** Sorts the uploaded images into folders, and sets the brand. */
export async function fillLibrary(world: World, { meera, asha, shop }: Team): Promise<void> {
  const call = <Data>(who: Team['asha'], method: string, path: string, body?: unknown) =>
    world.call<Data>(who, shop.applicationId, method, path, body)
  world.moveTo(world.at(-178, '10:12'))
  const [indoors, outdoors] = [await folder('Living and dining'), await folder('Garden and textiles')]
  function folder(name: string): Promise<ImageFolder> {
    return call<ImageFolder>(meera, 'POST', '/api/images/folders', { name })
  }
  for (const { uuid, name } of await call<Image[]>(meera, 'GET', '/api/images?per_page=100')) {
    const alt = ALTS[name]
    if (alt === undefined) continue
    const folder_uuid = (INDOORS.includes(name) ? indoors : outdoors).uuid
    await call(meera, 'PUT', `/api/images?uuid=${uuid}`, { alt, folder_uuid })
  }
  await call(asha, 'PUT', '/api/brand', {
    company: 'Harbor & Pine',
    colors: { primary: '#2f5d50', text: '#24312c', background: '#f3f0ea', link: '#2f5d50' },
    font: 'georgia',
    button: 'rounded',
    address: 'Harbor & Pine\n18 Quay Street\nBristol',
    social: [
      { network: 'instagram', url: link('instagram') },
      { network: 'website', url: link('') },
    ],
    logo_uuid: null,
  })
}

const TEXT = 'font-family="Georgia, serif" color="#24312c"'

const HEADER = `<mj-section background-color="#ffffff" padding="24px 0 8px"><mj-column>
  <mj-text ${TEXT} font-size="18px" font-weight="700" padding="0 40px">HARBOR &amp; PINE</mj-text>
</mj-column></mj-section>`

const footer = (hours: string) => `<mj-section padding="20px 0"><mj-column>
  <mj-text font-size="12px" line-height="1.6" color="#6d6a62" align="center">Harbor &amp; Pine · 18 Quay Street · Bristol<br>${hours}<br>
    <a href="{{ unsubscribe_url }}" style="color: #6d6a62">Unsubscribe</a></mj-text>
</mj-column></mj-section>`

const PROMISE = `<mj-text ${TEXT} font-size="15px" line-height="1.6" padding="0 40px 24px">Free delivery over £60, and 60 days to change your mind.</mj-text>`

/**
 * Creates saved blocks, two letters that use them, and a newer version of the footer that one of the letters does not
 * use yet.
 */
export async function writeBlocks(world: World, { meera, shop }: Team, pictures: Pictures): Promise<void> {
  const call = <Data>(method: string, path: string, body: unknown) =>
    world.call<Data>(meera, shop.applicationId, method, path, body)
  const save = (name: string, mjml: string) => call<TemplateBlock>('POST', '/api/template-blocks', { name, mjml })
  world.moveTo(world.at(-52, '10:40'))
  const header = await save('Header', HEADER)
  const foot = await save('Footer with opening hours', footer('Open every day, 10 to 6'))
  const promise = await save('Delivery promise', PROMISE)
  const of = ({ uuid, version, mjml }: TemplateBlock) => markedBlock(uuid, version, mjml)
  const letter = (name: string, subject: string, picture: string, words: string) =>
    call('POST', '/api/template', {
      type: 'Email',
      name,
      subject,
      mode: 'visual',
      mjml: `<mjml><mj-head><mj-attributes><mj-all font-family="Georgia, serif" /></mj-attributes></mj-head>
<mj-body background-color="#f3f0ea">
${of(header)}
<mj-section background-color="#ffffff" padding="0"><mj-column>
  <mj-image src="${picture}" alt="${subject}" padding="0" />
  <mj-text ${TEXT} font-size="26px" font-weight="700" padding="28px 40px 8px">${subject}</mj-text>
  <mj-text ${TEXT} font-size="16px" line-height="1.6" padding="0 40px 20px">${words}</mj-text>
  <mj-button background-color="#2f5d50" color="#ffffff" border-radius="6px" href="${link('visit')}" align="left" padding="0 40px 28px">Plan your visit</mj-button>
  ${of(promise)}
</mj-column></mj-section>
${of(foot)}
</mj-body></mjml>`,
    })
  world.moveTo(world.at(-51, '16:08'))
  await letter(
    'Open house',
    'Our doors are open',
    pictures.garden,
    'Come and sit on everything. Tea is on us all weekend.',
  )
  world.moveTo(world.at(-11, '11:26'))
  const hours = footer('In December open every day, 9 to 8')
  const changed = await call<TemplateBlock>('PUT', `/api/template-blocks/${foot.uuid}`, {
    name: foot.name,
    mjml: hours,
  })
  Object.assign(foot, { version: changed.version, mjml: changed.mjml })
  world.moveTo(world.at(-9, '13:50'))
  await letter(
    'Winter evenings',
    'Light for long evenings',
    pictures.lamp,
    'Lamps that glow rather than shine, and throws to go with them.',
  )
}
