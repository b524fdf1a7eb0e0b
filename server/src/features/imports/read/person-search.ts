/** Whether a list names a person: by an address, a number or an id, however the list writes them. */
import { unescapeFormula } from '../../../lib/csv-print.ts'

/** So many last digits of a phone number say whose it is, with its country or without. */
const PHONE_DIGITS = 8

/** Shorter ids are numbers like others. */
const VALUE_LENGTH_MIN = 5

/** Returns the function that says whether one of the cells is one of the values. */
export function personSearch(values: readonly string[]): (cells: readonly string[]) => boolean {
  const words = new Set(values.filter(value => value.length >= VALUE_LENGTH_MIN).map(value => value.toLowerCase()))
  const numbers = new Set(values.filter(value => value.startsWith('+')).map(lastDigits))
  return cells =>
    cells.some(cell => {
      const text = unescapeFormula(cell).trim().toLowerCase()
      return words.has(text) || (text.length >= PHONE_DIGITS && numbers.has(lastDigits(text)))
    })
}

/** Cells are as long as their file says: only the end of one is looked at. */
function lastDigits(text: string): string {
  return text.slice(-30).replace(/\D/g, '').slice(-PHONE_DIGITS)
}
