// Everybody is addressed formally in every language that knows the difference: in the dashboard, in mails and on public pages.
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MAIL_WORDS } from '../server/src/features/accounts/mails/words.ts'
import { APPROVAL_WORDS } from '../server/src/features/approvals/mails/words.ts'
import { INVITATION_WORDS } from '../server/src/features/members/mails/words.ts'
import { PAGE_WORDS } from '../server/src/features/tracking/page-words.ts'

const CATALOGUES = new URL('../web/src/locales/', import.meta.url)
const TABLES = [MAIL_WORDS, APPROVAL_WORDS, INVITATION_WORDS, PAGE_WORDS]

const words = (list: string) => list.trim().split(/\s+/).join('|')

/** Words that only a friend is addressed with. */
const FAMILIAR = {
  es: words(`tú tu tus te ti contigo tuyo tuya tuyos tuyas eres tienes puedes puedas quieres quieras debes has hiciste sabes
    sepas pierdes escribes escribiste guardaste inicias recibes hazlo únete inténtalo guárdalo guárdala guárdalos cancélala
    cancélalas configúralo confírmalo desactívalo desactívala déjalo déjalas divídelo edítala ábrelo`),
  fr: words('tu toi ton ta tes te'),
  hi: words('तुम तुम्हें तुम्हारा तुम्हारी तुम्हारे तू तेरा तेरी तेरे करो देखो चुनो लिखो डालो खोलो जाओ भेजो'),
}

/** In Spanish these are imperatives to a friend where a sentence begins, and what somebody else does elsewhere. */
const ORDERS =
  words(`Elige Escribe Añade Busca Corrige Comprueba Invita Inicia Confirma Escanea Pide Revisa Abre Vuelve Crea
  Pon Ponle Introduce Pulsa Selecciona Guarda Recarga Descarga Configura Decide`)

const alone = (list: string) => `(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`
const PATTERNS = {
  es: new RegExp(`${alone(FAMILIAR.es)}|(?:^|[.:;!?¡]\\s*)${alone(ORDERS)}`, 'iu'),
  fr: new RegExp(alone(FAMILIAR.fr), 'iu'),
  hi: new RegExp(alone(FAMILIAR.hi), 'u'),
}

test.each(['es', 'fr', 'hi'] as const)('nobody is addressed as a friend in %s', async locale => {
  const folder = new URL(`${locale}/`, CATALOGUES)
  const files = (await readdir(folder)).map(async name => JSON.parse(await readFile(new URL(name, folder), 'utf8')))
  const texts = textsIn([...(await Promise.all(files)), ...TABLES.map(table => table[locale])])
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter(text => PATTERNS[locale].test(text))).toEqual([])
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
