/** The table of strings that cells refer to by number. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { ImportFileError } from '../parse-errors.ts'
import { TextList } from '../text-list.ts'
import { unescapeText, XmlScanner } from './xml.ts'
import { tooLarge } from './zip.ts'

/** The table stays in memory while its sheet is read, outside of the heap that the thread's limit is for. */
const SIZE_MAX_BYTES = 100 * 1_048_576

/** Programs allow 32,767 characters. */
export const CELL_LENGTH_MAX = 1_048_576

/** Reads the table; how names are pronounced (rPh) is no part of them. Throws ImportFileError when it is too large. */
export async function readStrings(pieces: AsyncIterable<{ bytes: Buffer }>): Promise<TextList> {
  const strings = new TextList()
  let text = ''
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
        strings.push(unescapeText(text))
      }
    },
    text: piece => {
      if (!takes) return
      text += piece
      if (text.length > CELL_LENGTH_MAX) throw tooLarge()
    },
  })
  const decoder = new TextDecoder()
  for await (const { bytes } of pieces) {
    scanner.write(decoder.decode(bytes, { stream: true }))
    if (strings.sizeBytes > SIZE_MAX_BYTES) {
      throw new ImportFileError('needsMemory', sentence('imports.tooMuchMemory'))
    }
  }
  scanner.write(decoder.decode())
  scanner.end()
  return strings
}
