/** Audience files written by LibreOffice: each must be read as the table from which it was made. */
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Verification, verifyImport } from '@notifly/contracts/imports/imports'
import { AUDIENCE_FILE } from '../product/material.ts'
import { newOwner, type Owner } from '../product/people.ts'
import { startProduct } from '../product/start-product.ts'
import { type Ground, packageVersion } from './ground.ts'
import type { Report, Row } from './result.ts'

export const LIBREOFFICE = { title: 'LibreOffice', packages: ['libreoffice-calc'] } as const

const FORMATS = ['xlsx', 'xls', 'ods', 'csv'] as const
const FOLDER = '/var/interop/files'
/** Comma, quote, UTF-8, from the first line; every column as text, since numbers would lose their plus signs and zeros. */
const COLUMNS = Array.from({ length: 50 }, (_, index) => `${index + 1}/2`).join('/')
const READ_CSV = `--infilter=Text - txt - csv (StarCalc):44,34,76,1,${COLUMNS},0,true`

/** Lets LibreOffice convert the audience of the journeys, and has the product verify each file. */
export async function tryWorkbooks(ground: Ground, say: (line: string) => void): Promise<Report> {
  await mkdir(ground.outside(FOLDER), { recursive: true })
  await copyFile(AUDIENCE_FILE, ground.outside(`${FOLDER}/audience.csv`))
  const product = await startProduct()
  const owner = await newOwner(product)
  const original = await verify(owner, await readFile(AUDIENCE_FILE), 'audience.csv')
  const rows: Row[] = []
  for (const format of FORMATS) {
    const row = await tryFormat(ground, owner, format, original).catch((error: unknown) =>
      failed(format, [String(error)]),
    )
    say(`${row.title}: ${row.outcome}, ${row.figures}${row.faults.map(fault => `\n  ${fault}`).join('')}`)
    rows.push(row)
  }
  await product.remove()
  return { title: `${LIBREOFFICE.title} ${await packageVersion(ground, 'libreoffice-calc')}`, rows }
}

async function tryFormat(ground: Ground, owner: Owner, format: string, original: Verification): Promise<Row> {
  const out = `${FOLDER}/${format}`
  await ground.run(
    ...['env', 'HOME=/tmp', 'soffice', '--headless', READ_CSV, '--convert-to', format, '--outdir', out],
    `${FOLDER}/audience.csv`,
  )
  const path = ground.outside(`${out}/audience.${format}`)
  const read = await verify(owner, await readFile(path), basename(path))
  const faults = differences(original, read)
  if (faults.length > 0) return failed(format, faults)
  const figures = `${read.rows_total} rows, ${read.expected_users} contacts, ${read.columns.length} columns`
  return { title: `.${format}`, outcome: 'passed', figures, faults }
}

function failed(format: string, faults: string[]): Row {
  return { title: `.${format}`, outcome: 'failed', figures: '', faults }
}

async function verify({ api, token }: Owner, content: Buffer, name: string): Promise<Verification> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(content)], name))
  return api(verifyImport, { token, body: form })
}

function differences(original: Verification, read: Verification): string[] {
  return (['rows_total', 'expected_users', 'duplicates', 'rejected', 'columns'] as const).flatMap(name => {
    const [expected, got] = [JSON.stringify(original[name]), JSON.stringify(read[name])]
    return expected === got ? [] : [`${name} is ${got}, not ${expected}`]
  })
}
