import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormula, printCsvCopy, printCsvRow, unescapeFormula } from './csv.ts'

describe('the apostrophe before formulas', () => {
  test.each(['=1+1', '@SUM(A1)', '\tx', '\rx', '+cmd', '-', '+34 600', '-2+3', "'=1", "''+x"])('%j gets one', cell => {
    expect(escapeFormula(cell)).toBe(`'${cell}`)
    expect(unescapeFormula(`'${cell}`)).toBe(cell)
  })

  test.each(['', 'a=b', '+34600', '-1.5', '-1e5', "'tis", "'+34600", "O'Neil", ' =1', '"=1"'])(
    '%j gets none and loses none',
    cell => {
      expect(escapeFormula(cell)).toBe(cell)
      expect(unescapeFormula(cell)).toBe(cell)
    },
  )

  test('taking it off is the inverse of putting it there', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^['=@+\-\t\r0-9.e]{0,6}$/))
    fc.assert(
      fc.property(cell, text => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text)
      }),
    )
  })
})

test('cells with separators, quotes and line breaks are quoted', () => {
  expect(printCsvRow(['a', 'b,c', 'd"e', 'f\ng', '=1', ''])).toBe(`a,"b,c","d""e","f\ng",'=1,\r\n`)
})

test('a copy is printed without apostrophes', () => {
  expect(printCsvCopy(['=1', '+x'])).toBe('=1,+x\r\n')
})
