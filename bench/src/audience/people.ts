/**
 * An audience file like those that people export: eighteen columns, names in many scripts, quotes and line breaks in a few cells, about 150
 * bytes a row. Each call returns the same rows.
 */
import { generator } from '../harness/chance.ts'

const COLUMNS = [
  'email',
  'external_user_id',
  'country',
  'created_on',
  'lang',
  'latitude',
  'longitude',
  'platform_type',
  'timezone_offset',
  'updated_on',
  'is_test',
  'phone_number',
  'first_name',
  'last_name',
  'plan',
  'loyalty_points',
  'postal_code',
  'note',
]

const COUNTRIES = [
  { country: 'US', lang: 'en', offset: -18_000, first: ['Olivia', 'Liam', "D'Arcy"], last: ['Smith', 'Garcia, Jr.'] },
  { country: 'IN', lang: 'hi', offset: 19_800, first: ['आरव', 'Ananya', 'दीपिका'], last: ['शर्मा', 'Iyer', 'Patel'] },
  { country: 'ES', lang: 'es', offset: 3600, first: ['Lucía', 'Íñigo', 'Begoña'], last: ['Muñoz', 'Núñez de Arce'] },
  { country: 'FR', lang: 'fr', offset: 3600, first: ['Chloé', 'Noël', 'François'], last: ['Lefèvre', 'Garçon'] },
  { country: 'AE', lang: 'ar', offset: 14_400, first: ['محمد', 'فاطمة', 'Omar'], last: ['الهاشمي', 'Haddad'] },
  { country: 'JP', lang: 'ja', offset: 32_400, first: ['結衣', '蓮', 'Haruto'], last: ['佐藤', '鈴木', 'Itō'] },
] as const
const PLANS = ['free', 'starter', 'professional', 'enterprise']
const NOTE = '"VIP, handle with care\nsaid ""call me"""'
const EPOCH = 1_577_836_800

/** The whole file, UTF-8. */
export function audienceFile(rows: number): Buffer {
  const random = generator(20_261_120)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const lines = [COLUMNS.join(',')]
  for (let no = 1; no <= rows; no++) {
    const { country, lang, offset, first, last } = pick(COUNTRIES)
    const created = EPOCH + Math.floor(random() * 200_000_000)
    const cells = [
      `person.${no}+list@example.${pick(['com', 'org', 'net'])}`,
      `crm-${String(no).padStart(8, '0')}`,
      country,
      created,
      lang,
      (random() * 170 - 85).toFixed(5),
      (random() * 360 - 180).toFixed(5),
      Math.floor(random() * 3),
      offset,
      created + Math.floor(random() * 10_000_000),
      0,
      `+9198${String(10_000_000 + no)}`,
      pick<string>(first),
      quoted(pick<string>(last)),
      pick(PLANS),
      Math.floor(random() * 5000),
      String(Math.floor(random() * 99_999)).padStart(5, '0'),
      random() < 0.02 ? NOTE : '',
    ]
    lines.push(cells.join(','))
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

function quoted(text: string): string {
  return text.includes(',') ? `"${text}"` : text
}
