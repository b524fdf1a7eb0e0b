/** The table of strings that cells refer to by number. */
import { ImportFileError } from '../parse-errors.ts'
import { unescapeText } from './unescape-text.ts'
import { XmlScanner } from './xml.ts'

/** Characters; the table stays in memory while its sheet is read. */
const LENGTH_MAX = 100_000_000

/** Reads the table; how names are pronounced (rPh) is no part of them. Throws ImportFileError when it is too large. */
export async function readStrings(pieces: AsyncIterable<{ bytes: Buffer }>): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let length = 0
  let takes = false
  let isPhonetic = false
  const scanner = new XmlScanner({
    open: name => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') takes = !isPhonetic
    },
    close: name => {
      if (name === 't') takes = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') {
        length += text.length
        strings.push(unescapeText(text))
      }
    },
    text: piece => {
      if (takes) text += piece
    },
  })
  const decoder = new TextDecoder()
  for await (const { bytes } of pieces) {
    scanner.write(decoder.decode(bytes, { stream: true }))
    if (length > LENGTH_MAX) {
      throw new ImportFileError('needsMemory', 'The file needs too much memory to read. Split it and try again.')
    }
  }
  scanner.write(decoder.decode())
  scanner.end()
  return strings
}
