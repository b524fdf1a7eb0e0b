/** The shop's templates, for every channel. */
import type { World } from '../world/world.ts'
import type { Shop, Team } from '../world/team.ts'
import { mailHtml, link, type Product } from './mail-design.ts'
import type { Pictures, Scene } from './pictures.ts'

const HELLO = 'Hello {{ first_name | default: "there" }},'
const SHOP = { brand: 'HARBOR &amp; PINE', address: 'Harbor &amp; Pine · 18 Quay Street · Bristol' }
const KITCHEN = { brand: 'SAFFRON KITCHEN', address: 'Saffron Kitchen · 4 Market Row · Leeds' }

interface TemplateOf {
  key: string
  type: 'Email' | 'SMS' | 'Webpush' | 'Mobilepush'
  name: string
  /** How many days ago it was created. */
  made: number
  /** How many days ago further versions were saved. */
  changed?: readonly number[]
  tags?: readonly string[]
  content: Readonly<Record<string, unknown>>
}

/** Ids by key. */
export type Templates = ReadonlyMap<string, string>

/** Creates the shop's templates and their later versions through the API, as Meera. */
export async function writeShopTemplates(world: World, team: Team, pictures: Pictures): Promise<Templates> {
  return writeTemplates(world, team, team.shop, shopTemplates(pictures))
}

export async function writeKitchenTemplates(world: World, team: Team, pictures: Pictures): Promise<Templates> {
  return writeTemplates(world, team, team.kitchen, kitchenTemplates(pictures))
}

async function writeTemplates(
  world: World,
  { meera, asha }: Team,
  { applicationId }: Shop,
  templates: readonly TemplateOf[],
): Promise<Templates> {
  const ids = new Map<string, string>()
  for (const { key, type, name, made, changed = [], tags = [], content } of templates) {
    world.moveTo(world.at(-made, '11:20'))
    const body = { type, name, ...content }
    const { template_uuid: id } = await world.call<{ template_uuid: string }>(
      meera,
      applicationId,
      'POST',
      '/api/template',
      body,
    )
    ids.set(key, id)
    for (const days of changed) {
      world.moveTo(world.at(-days, '15:37'))
      await world.call(asha, applicationId, 'PUT', `/api/template/${id}`, body)
    }
    if (tags.length > 0)
      await world.call(meera, applicationId, 'POST', '/api/template/tags', { uuids: [id], add: tags, remove: [] })
  }
  return ids
}

function shopTemplates(pictures: Pictures): TemplateOf[] {
  const product = (scene: Scene, name: string, text: string, price: string): Product => ({
    name,
    text,
    price,
    picture: pictures[scene],
    path: `shop/${name.toLowerCase().replaceAll(' ', '-')}`,
  })
  const lamp = product('lamp', 'Oslo lamp', 'Turned ash, linen shade', '£89')
  const chair = product('chair', 'Fjord armchair', 'Wool bouclé in clay', '£420')
  const plates = product('table', 'Harbor plates', 'Stoneware, set of four', '£48')
  const throws = product('textiles', 'Pine throw', 'Lambswool, woven in Wales', '£65')
  const bench = product('garden', 'Quay bench', 'Oiled larch, seats three', '£240')
  const hero = (scene: Scene, alt: string) => ({ picture: pictures[scene], alt })
  const mail = (
    subject: string,
    preheader: string,
    design: Omit<Parameters<typeof mailHtml>[0], 'brand' | 'address'>,
  ) => ({
    subject,
    preheader,
    html: mailHtml({ ...SHOP, ...design }),
  })
  return [
    {
      key: 'journal',
      type: 'Email',
      name: 'Weekly journal',
      made: 178,
      changed: [120, 63, 20],
      tags: ['newsletter'],
      content: mail('The journal: rooms that feel like evening', 'Three ideas, five minutes, one cup of tea.', {
        hero: hero('lamp', 'A lamp beside a sofa at dusk'),
        kicker: 'The journal',
        title: 'Rooms that feel like evening',
        intro: `${HELLO} we went looking for light. Three small changes that make a room feel like evening, and none of them needs a drill.`,
        button: { label: 'Read the journal', path: 'journal' },
        products: [lamp, throws],
        closing: 'Until next Tuesday,<br>the people of Harbor &amp; Pine',
      }),
    },
    {
      key: 'restock',
      type: 'Email',
      name: 'Restock',
      made: 170,
      changed: [96, 34],
      tags: ['restock'],
      content: mail('Back on the shelf: {{ favorite | default: "your favorites" }}', 'They went quickly last time.', {
        hero: hero('chair', 'An armchair and a plant by a window'),
        kicker: 'Back in stock',
        title: 'They’re back',
        intro: `${HELLO} what sold out last time is on the shelf again. We kept the first two days for people who bought from us before, and that’s you.`,
        button: { label: 'See what’s back', path: 'restock' },
        products: [chair, lamp],
        closing: 'Free delivery over £60, and 60 days to change your mind.',
      }),
    },
    {
      key: 'season',
      type: 'Email',
      name: 'Season opening',
      made: 165,
      changed: [77],
      tags: ['sale'],
      content: mail('A new season at Harbor & Pine', 'First look at what’s new.', {
        hero: hero('garden', 'A garden bench between plants'),
        kicker: 'New season',
        title: 'Made for long tables',
        intro: `${HELLO} stoneware from Bristol, benches from Devon, and linen that softens with every wash. Here is what our buyers are proudest of.`,
        button: { label: 'See the collection', path: 'new' },
        products: [plates, bench],
        closing: 'Come and sit on it: our showrooms in London, Bristol and Leeds are open every day.',
      }),
    },
    {
      key: 'sale',
      type: 'Email',
      name: 'Sale',
      made: 150,
      changed: [29],
      tags: ['sale'],
      content: mail('Up to 40% off, until Sunday', 'Your code: {{ voucher_code }}', {
        hero: hero('textiles', 'Folded throws on a bench'),
        kicker: 'Until Sunday',
        title: 'Room for the new',
        intro: `${HELLO} we need the shelves, you get the prices. With your code {{ voucher_code }} it’s another 5% less.`,
        button: { label: 'Go to the sale', path: 'sale' },
        products: [throws, chair],
        closing: 'While stocks last. The code works once.',
      }),
    },
    {
      key: 'loyalty',
      type: 'Email',
      name: 'Loyalty statement',
      made: 160,
      changed: [90],
      tags: ['loyalty'],
      content: mail('{{ first_name }}, your {{ loyalty_points }} points', 'Where you stand this month.', {
        hero: hero('table', 'A set table'),
        kicker: 'Loyalty statement',
        title: 'Your month in points',
        intro: `${HELLO} this is where you stand. Points are worth a penny each and never expire.`,
        button: { label: 'Spend points', path: 'loyalty' },
        facts: [
          ['Tier', '{{ loyalty_tier }}'],
          ['Points', '{{ loyalty_points }}'],
          ['Orders so far', '{{ orders }}'],
          ['Your voucher', '{{ voucher_code }}'],
        ],
        closing: 'Gold members get free delivery and first choice of restocks.',
      }),
    },
    {
      key: 'welcome',
      type: 'Email',
      name: 'Welcome',
      made: 158,
      tags: ['lifecycle'],
      content: mail('Welcome to Harbor & Pine', 'A short tour, and something for your first order.', {
        hero: hero('lamp', 'A lamp beside a sofa'),
        kicker: 'Welcome',
        title: 'Good that you’re here',
        intro: `${HELLO} we make and find things for homes that are lived in. Here’s how we choose them, and £10 for your first order.`,
        button: { label: 'Have a look around', path: 'welcome' },
        closing: 'Reply to this mail if you need anything. People read it.',
      }),
    },
    {
      key: 'fair',
      type: 'Email',
      name: 'Design fair thanks',
      made: 119,
      content: mail('Good to meet you at the fair', 'The pieces you asked about.', {
        hero: hero('table', 'A set table'),
        kicker: 'Design fair',
        title: 'It was good to meet you',
        intro: `${HELLO} thank you for stopping by. These are the pieces that most of you asked about.`,
        button: { label: 'See them again', path: 'fair' },
        products: [plates, lamp],
        closing: 'Show this mail in a showroom for 10% off until the end of the month.',
      }),
    },
    {
      key: 'survey',
      type: 'Email',
      name: 'Three questions',
      made: 110,
      tags: ['lifecycle'],
      content: mail('Three questions, one minute', 'What should we do better?', {
        hero: hero('chair', 'An armchair'),
        kicker: 'Your opinion',
        title: 'What should we do better?',
        intro: `${HELLO} you’ve ordered {{ orders }} times from us. Would you answer three questions? It takes a minute, and we read every answer.`,
        button: { label: 'Answer them', path: 'survey' },
        closing: 'One in a hundred answers wins a £100 voucher.',
      }),
    },
    {
      key: 'window',
      type: 'SMS',
      name: 'Delivery window',
      made: 150,
      changed: [61],
      tags: ['orders'],
      content: {
        text: 'Harbor & Pine: {{ first_name }}, your delivery comes tomorrow between 9 and 12. Change it: https://www.harborandpine.example/delivery',
      },
    },
    {
      key: 'event',
      type: 'SMS',
      name: 'Showroom evening',
      made: 132,
      content: {
        text: 'Harbor & Pine: showroom evening on Thursday, 6 to 9 pm in {{ city | default: "London" }}. Your place: https://www.harborandpine.example/evening Reply STOP to opt out',
      },
    },
    {
      key: 'drop',
      type: 'Webpush',
      name: 'Price drop',
      made: 140,
      changed: [52],
      tags: ['shop'],
      content: {
        campaignTitle: 'A price you watched went down',
        campaignMsg: 'The Oslo lamp is £69 instead of £89 until Sunday.',
        campaignBannerImg: pictures.lamp,
        campaignPageUrl: link('shop/oslo-lamp'),
        actions: [
          { title: 'See the lamp', action: link('shop/oslo-lamp') },
          { title: 'All offers', action: link('sale') },
        ],
      },
    },
    {
      key: 'back',
      type: 'Webpush',
      name: 'Back in stock',
      made: 128,
      tags: ['restock'],
      content: {
        campaignTitle: 'Back in stock: Fjord armchair',
        campaignMsg: 'Clay and moss are here again. Last time they lasted four days.',
        campaignBannerImg: pictures.chair,
        campaignPageUrl: link('shop/fjord-armchair'),
      },
    },
    {
      key: 'cart',
      type: 'Mobilepush',
      name: 'Cart reminder',
      made: 120,
      changed: [44],
      tags: ['app'],
      content: {
        campaignTitle: 'Still thinking it over, {{ first_name | default: "friend" }}?',
        campaignMsg: 'Your cart is where you left it. Free delivery until midnight.',
        campaignBannerImg: pictures.textiles,
        campaignPageUrl: 'harborpine://cart',
      },
    },
    {
      key: 'arrivals',
      type: 'Mobilepush',
      name: 'New arrivals',
      made: 101,
      tags: ['app'],
      content: {
        campaignTitle: 'New this week',
        campaignMsg: 'Stoneware from Bristol and a bench for three.',
        campaignBannerImg: pictures.table,
        campaignPageUrl: link('new'),
      },
    },
  ]
}

function kitchenTemplates(pictures: Pictures): TemplateOf[] {
  const design = { ...KITCHEN, hero: { picture: pictures.table, alt: 'A set table' } }
  return [
    {
      key: 'menu',
      type: 'Email',
      name: 'Lunch menu',
      made: 138,
      changed: [40],
      content: {
        subject: 'This week’s lunch menu',
        preheader: 'Dal on Monday, dosa on Friday.',
        html: mailHtml({
          ...design,
          kicker: 'Lunch menu',
          title: 'What we cook this week',
          intro: `${HELLO} Monday dal makhani, Tuesday aubergine, Wednesday biryani, Thursday paneer, Friday dosa. Order before eleven.`,
          button: { label: 'Order lunch', path: 'menu' },
          closing: 'See you at the counter.',
        }),
      },
    },
  ]
}
