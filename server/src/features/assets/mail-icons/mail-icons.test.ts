import { ICON_FILES } from '@notifly/contracts/templates/icon-files'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mailIconNamed } from './mail-icons.ts'

test('the address of each icon says what it holds', async () => {
  const drawn = (await readdir(new URL('./', import.meta.url))).filter(name => name.endsWith('.svg'))
  expect(Object.keys(ICON_FILES)).toEqual(drawn.map(name => name.replace('.svg', '')).toSorted())
  for (const [icon, hash] of Object.entries(ICON_FILES)) {
    const content = await mailIconNamed(`${icon}-${hash}.png`)
    const found = createHash('sha256')
      .update(content ?? '')
      .digest('hex')
    expect([icon, found.slice(0, hash.length)]).toEqual([icon, hash])
  }
})
