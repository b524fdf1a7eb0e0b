// Readers are addressed formally in every language that knows the difference: in the dashboard, in mails and on public pages.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { textsInSource } from './texts-in-source.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const words = (list: string) => list.trim().split(/\s+/).join('|')

/** Words that only a friend is addressed with. */
const FAMILIAR = {
  es: words(`tú tu tus te ti contigo tuyo tuya tuyos tuyas eres tienes puedes puedas quieres quieras debes has hiciste sabes
    sepas pierdes escribes escribiste guardaste inicias recibes hazlo únete inténtalo guárdalo guárdala guárdalos cancélala
    cancélalas configúralo confírmalo desactívalo desactívala déjalo déjalas divídelo edítala ábrelo`),
  fr: words('tu toi ton ta tes te'),
  hi: words('तुम तुम्हें तुम्हारा तुम्हारी तुम्हारे तू तेरा तेरी तेरे करो देखो चुनो लिखो डालो खोलो जाओ भेजो'),
}

/** In Spanish these are imperatives to a friend where a sentence begins, and what another person does elsewhere. */
const ORDERS =
  words(`Elige Escribe Añade Busca Corrige Comprueba Invita Inicia Confirma Escanea Pide Revisa Abre Vuelve Crea
  Pon Ponle Introduce Pulsa Selecciona Guarda Recarga Descarga Configura`)

const alone = (list: string) => `(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`
const PATTERNS = {
  es: new RegExp(`${alone(FAMILIAR.es)}|(?:^|[.:;!?¡]\\s*)${alone(ORDERS)}`, 'iu'),
  fr: new RegExp(alone(FAMILIAR.fr), 'iu'),
  hi: new RegExp(alone(FAMILIAR.hi), 'u'),
}

test.each(['es', 'fr', 'hi'] as const)('nobody is addressed as a friend in %s', async locale => {
  const texts = [...(await textsOf(locale, `web/src/locales/${locale}/*.json`, textsInCatalogue))]
  expect(texts.length).toBeGreaterThan(500)
  const mails = await textsOf(locale, 'server/src/features/**/*words*.ts', textsInSource)
  expect(mails.length).toBeGreaterThan(50)
  expect([...texts, ...mails].filter(text => PATTERNS[locale].test(text))).toEqual([])
})

/** What these files say in a language. */
async function textsOf(
  locale: string,
  files: string,
  read: (text: string, locale: string, path: string) => string[],
): Promise<string[]> {
  const texts = globSync(files, { cwd: ROOT }).map(async path =>
    read(await readFile(new URL(path, `file://${ROOT}`), 'utf8'), locale, path),
  )
  return (await Promise.all(texts)).flat()
}

function textsInCatalogue(text: string): string[] {
  return textsIn(JSON.parse(text))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
