/** Which sheets of an ods are hidden. OpenDocument keeps that in the sheet's style, which the reader of the cells passes over. */
import { attribute, XmlScanner } from './xml.ts'
import { damaged, unpack, type Budget, type Zip } from './zip.ts'

const readName = attribute('name')
const readStyle = attribute('style-name')
const readDisplay = attribute('display')

/** Their places among all sheets, from 0. Throws ImportFileError. */
export async function readHiddenTables(zip: Zip, budget: Budget): Promise<Set<number>> {
  const entry = zip.entries.get('content.xml')
  if (entry === undefined) throw damaged()
  const hiddenStyles = new Set<string | undefined>()
  const hidden = new Set<number>()
  let style: string | undefined
  let tables = 0
  const scanner = new XmlScanner({
    open: (name, attributes) => {
      if (name === 'style') style = readName(attributes)
      if (name === 'table-properties' && readDisplay(attributes) === 'false') hiddenStyles.add(style)
      if (name !== 'table') return
      if (hiddenStyles.has(readStyle(attributes))) hidden.add(tables)
      tables++
    },
    close: () => undefined,
  })
  const decoder = new TextDecoder()
  for await (const { bytes } of unpack(zip, entry, budget)) scanner.write(decoder.decode(bytes, { stream: true }))
  scanner.end()
  return hidden
}
