import { expect, test } from 'vitest'
import { readPhone } from './phone.ts'

/** Numbers of spreadsheets, which take the plus off. */
test.each([
  ['4915123456789', 'DE', '+4915123456789', false],
  ['628123456789', 'ID', '+628123456789', false],
  ['38344123456', 'XK', '+38344123456', false],
  ['15123456789', 'DE', '+4915123456789', false],
  ['08123456789', 'ID', '+628123456789', false],
  ['919810000001', 'DE', '+919810000001', false],
  ['34612345678', 'ES', '+34612345678', false],
  ['495621088580', 'DE', '+49495621088580', true],
  ['51906237027', 'BR', '+5551906237027', false],
  ['+4915123456789', 'ID', '+4915123456789', false],
  ['004915123456789', undefined, '+4915123456789', false],
])('%s in %s is %s', (text, country, number, isDoubtful) => {
  expect(readPhone(text, country)).toEqual({ number, isDoubtful })
})

test.each(['not a number', '12', '0612345678'])('%s without a country is no number', text => {
  expect(readPhone(text)).toBeUndefined()
})
