/**
 * Draws the icons of mails from the SVG files beside this file, since mail programs do not show SVG, and writes their names: `node
 * server/src/features/assets/mail-icons/draw-icons.ts`. We drew the icons ourselves.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** Sharp on phones, where the largest icons are shown at 64 pixels. */
const SIZE = 128
const HASH_LENGTH = 12
const LIST = new URL('../../../../../contracts/src/templates/icon-files.ts', import.meta.url)

const here = new URL('./', import.meta.url)
const names = (await readdir(here)).filter(name => name.endsWith('.svg')).toSorted()
const entries: string[] = []
for (const file of names) {
  const name = file.replace('.svg', '')
  const svg = await readFile(new URL(file, here))
  const png = await sharp(svg, { density: (72 * SIZE) / 24 })
    .resize(SIZE, SIZE)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
  await writeFile(new URL(`${name}.png`, here), png)
  entries.push(`  ${name}: '${createHash('sha256').update(png).digest('hex').slice(0, HASH_LENGTH)}',`)
}
const lines = [
  '// Written by server/src/features/assets/mail-icons/draw-icons.ts; not by hand.',
  '',
  '/** The icons that mails may show, with a hash of each: another drawing has another address. */',
  'export const ICON_FILES = {',
  ...entries,
  '} as const',
]
await writeFile(LIST, `${lines.join('\n')}\n`)
