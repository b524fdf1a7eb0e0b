import { expect, test } from 'vitest'
import { addressKey } from './addresses.ts'

test('a number is its own with its country alone: nobody is written to abroad for want of it', () => {
  const keys = (...typed: string[]) => typed.map(text => addressKey('sms', text))
  expect(keys('+91 98123-00001', '0091 98123 00001', '919812300001', '91 (98123) 00001')).toEqual(
    Array(4).fill('+919812300001'),
  )
  expect(keys('9812300001', '09812300001', '+12', '+91 98123', 'nobody')).toEqual(Array(5).fill(null))
})
